import Cairn
import Foundation
import Testing

/// A feature that presents itself.
@Reducer
private struct Folder {
  @ObservableState
  struct State: Equatable {
    @Presents var child: Folder.State?
    var name = ""
    var echoes = 0
  }
  indirect enum Action {
    case child(PresentationAction<Folder.Action>)
    case rename(String)
    case echo
    case run
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .child: return .none
      case .rename(let name):
        state.name = name
        return .send(.echo)
      case .echo:
        state.echoes += 1
        return .none
      case .run: return .run { _ in try await Task.sleep(for: .seconds(60)) }
      }
    }
    .ifLet(\.$child, action: \.child) { Folder() }
  }
}

extension Folder.State {
  fileprivate init(depth: Int) {
    self.init()
    for _ in 0..<depth {
      self = Folder.State(child: self)
    }
  }

  fileprivate var innermost: Self {
    var state = self
    while let child = state.child { state = child }
    return state
  }
}

extension Folder.Action {
  fileprivate func nested(_ depth: Int) -> Self {
    var action = self
    for _ in 0..<depth { action = .child(.presented(action)) }
    return action
  }
}

@Suite struct DepthTests {
  @Test func twoHundredFeaturesFitIntoASmallStack() async {
    let depth = 200
    let result = await onSmallStack {
      let store = Store(initialState: Folder.State(depth: depth)) { Folder() }
      store.send(Folder.Action.rename("innermost").nested(depth))
      store.send(Folder.Action.run.nested(depth))
      store.send(Folder.Action.rename("again").nested(depth))
      let state = store.state.innermost
      let isUnequal = store.state != Folder.State(depth: depth)
      store.send(Folder.Action.child(.dismiss).nested(depth - 1))
      store.send(.child(.dismiss))
      return "\(state.name) \(state.echoes) \(isUnequal) \(store.state.child == nil)"
    }
    #expect(result == "again 2 true true")
  }

  /// Runs on a thread with 512 KB of stack.
  private func onSmallStack(_ body: @escaping @Sendable () -> String) async -> String {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = 512 * 1024
      thread.start()
    }
  }
}
