import Cairn

/// A book with pages that run until they're canceled.
enum Stacking {
  @Reducer
  struct Page {
    struct State: Equatable, Codable { var name: String }
    enum Action: Equatable {
      case run, leave
      case rename(String)
      case leaveWithParent
    }
    @Dependency(\.dismiss) var dismiss
    let events: Events

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .run, .leaveWithParent:
          return .run { [name = state.name] _ in await events.untilCancelled(name) }
        case .leave: return .run { _ in await dismiss() }
        case .rename(let name):
          state.name = name
          return .none
        }
      }
    }
  }

  @Reducer
  struct Book {
    struct State: Equatable, Codable {
      var path = StackState<Page.State>()
      var seen: [String] = []
    }
    enum Action: Equatable {
      case path(StackAction<Page.State, Page.Action>)
      case popAll
      case remove(StackElementID)
    }
    let events: Events

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .path(.element(let id, .leaveWithParent)) = action { state.path[id: id] = nil }
        if case .popAll = action { state.path.removeAll() }
        if case .remove(let id) = action { state.path[id: id] = nil }
        state.seen = state.path.map(\.name)
        return .none
      }
      .forEach(\.path, action: \.path) { Page(events: events) }
    }
  }

  /// Two books side by side.
  @Reducer
  struct Desk {
    struct State: Equatable {
      var left = StackState<Page.State>()
      var right = StackState<Page.State>()
    }
    enum Action: Equatable {
      case left(StackAction<Page.State, Page.Action>)
      case right(StackAction<Page.State, Page.Action>)
      case openLeft(String)
      case openBothLater
      case replaceLeft([String])
    }
    let events: Events

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .left, .right: break
        case .openLeft(let name): state.left.append(Page.State(name: name))
        case .openBothLater: return .merge(.send(.openLeft("a")), .send(.openLeft("b")))
        case .replaceLeft(let names): state.left = StackState(names.map { Page.State(name: $0) })
        }
        return .none
      }
      .forEach(\.left, action: \.left) { Page(events: events) }
      .forEach(\.right, action: \.right) { Page(events: events) }
    }
  }
}
