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

/// A feature that presents itself as a case of an enum.
@Reducer
private struct Drawer {
  @Reducer(state: .equatable)
  enum Destination {
    case drawer(Drawer)
    case alert(AlertState<Never>)
  }
  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var name = ""
  }
  indirect enum Action {
    case destination(PresentationAction<Destination.Action>)
    case rename(String)
    case run
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .rename(let name) = action { state.name = name }
      guard case .run = action else { return .none }
      return .run { _ in try await Task.sleep(for: .seconds(60)) }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension Drawer.State {
  fileprivate init(depth: Int) {
    self.init()
    for _ in 0..<depth { self = Drawer.State(destination: .drawer(self)) }
  }
}

extension Drawer.Action {
  fileprivate func nested(_ depth: Int) -> Self {
    var action = self
    for _ in 0..<depth { action = .destination(.presented(.drawer(action))) }
    return action
  }
}

/// A feature that has a stack of itself.
@Reducer
private struct Shelf {
  @ObservableState
  struct State: Equatable {
    var path = StackState<Shelf.State>()
    var name = ""
  }
  indirect enum Action {
    case path(StackAction<Shelf.State, Shelf.Action>)
    case rename(String)
    case run
  }
  static var first: StackElementID { StackState([State()]).ids[0] }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .rename(let name) = action { state.name = name }
      guard case .run = action else { return .none }
      return .run { _ in try await Task.sleep(for: .seconds(60)) }
    }
    .forEach(\.path, action: \.path) { Shelf() }
  }
}

extension Shelf.State {
  fileprivate init(depth: Int) {
    self.init()
    for _ in 0..<depth { self = Shelf.State(path: StackState([self])) }
  }
}

extension Shelf.Action {
  fileprivate func nested(_ depth: Int) -> Self {
    var action = self
    let first = Shelf.first
    for _ in 0..<depth { action = .path(.element(id: first, action: action)) }
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

  @Test func twoHundredCasesOfEnumsFitIntoASmallStack() async {
    let depth = 200
    let result = await onSmallStack {
      let store = Store(initialState: Drawer.State(depth: depth)) { Drawer() }
      store.send(Drawer.Action.rename("innermost").nested(depth))
      store.send(Drawer.Action.run.nested(depth))
      store.send(Drawer.Action.rename("again").nested(depth))
      var state = store.state
      while let next = state.destination?.drawer { state = next }
      let isUnequal = store.state != Drawer.State(depth: depth)
      store.send(Drawer.Action.destination(.dismiss).nested(depth - 1))
      store.send(.destination(.dismiss))
      return "\(state.name) \(isUnequal) \(store.state.destination == nil)"
    }
    #expect(result == "again true true")
  }

  @Test func twoHundredStacksFitIntoASmallStack() async {
    let depth = 200
    let result = await onSmallStack {
      let store = Store(initialState: Shelf.State(depth: depth)) { Shelf() }
      store.send(Shelf.Action.rename("innermost").nested(depth))
      store.send(Shelf.Action.run.nested(depth))
      store.send(Shelf.Action.rename("again").nested(depth))
      var state = store.state
      while let next = state.path.first { state = next }
      let isUnequal = store.state != Shelf.State(depth: depth)
      store.send(Shelf.Action.path(.popFrom(id: Shelf.first)).nested(depth - 1))
      store.send(.path(.popFrom(id: Shelf.first)))
      return "\(state.name) \(isUnequal) \(store.state.path.isEmpty)"
    }
    #expect(result == "again true true")
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
