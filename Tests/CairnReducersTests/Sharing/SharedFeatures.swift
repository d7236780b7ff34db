import Cairn
import CustomDump
import Foundation

/// A feature that shares a counter with its destination, its elements, and others.
@Reducer
struct SharedParent {
  @ObservableState
  struct State: Equatable {
    @Shared var count: Int
    @Shared(.inMemory("total")) var total = 0
    @Presents var child: SharedChild.State?
    var children: IdentifiedArrayOf<SharedChild.State> = []
    var log: [String] = []
  }

  @CasePathable
  enum Action {
    case child(PresentationAction<SharedChild.Action>)
    case children(IdentifiedActionOf<SharedChild>)
    case incrementTapped
    case presentTapped
    case totalTapped
    case silentTapped
    case loadTapped
    case loaded(String)
    case addTapped
    case idle
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementTapped:
        state.$count.withLock { $0 += 1 }
        return .none
      case .presentTapped:
        state.child = SharedChild.State(id: 0, count: state.$count)
        return .none
      case .totalTapped:
        state.$total.withLock { $0 += 1 }
        return .none
      case .silentTapped:
        return .run { [count = state.$count] _ in count.withLock { $0 += 10 } }
      case .loadTapped:
        return .run { [count = state.$count] send in
          count.withLock { $0 = 1 }
          await send(.loaded("one"))
          count.withLock { $0 = 2 }
          await send(.loaded("two"))
        }
      case .loaded(let text):
        state.log.append(text)
        return .none
      case .addTapped:
        state.children.append(SharedChild.State(id: state.children.count, count: state.$count))
        return .none
      case .child, .children, .idle:
        return .none
      }
    }
    .ifLet(\.$child, action: \.child) { SharedChild() }
    .forEach(\.children, action: \.children) { SharedChild() }
  }
}

@Reducer
struct SharedChild {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    @Shared var count: Int
  }

  enum Action {
    case doubleTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .doubleTapped:
        state.$count.withLock { $0 *= 2 }
        return .none
      }
    }
  }
}

/// Writes shared values without changing them.
@Reducer
struct Resetting {
  /// Prints like a numbered object, but isn't one.
  struct Ticket: Equatable, CustomDumpStringConvertible {
    var number = 1
    var customDumpDescription: String { "#\(number) (ticket)" }
  }

  @ObservableState
  struct State: Equatable {
    @Shared(.inMemory("count")) var count = 0
    @Shared(.fileStorage(URL(filePath: "/stored.json"))) var stored = 0
    var ticket = Ticket()
  }
  enum Action { case reset, idle }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .reset = action else { return .none }
      state.$count.withLock { $0 = 0 }
      state.$stored.withLock { $0 = 0 }
      return .none
    }
  }
}
