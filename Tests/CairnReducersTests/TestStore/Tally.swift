import Cairn

/// Counts, and requests facts in effects.
@Reducer
struct Tally {
  struct State: Equatable {
    var count = 0
    var facts: [String] = []
  }
  enum Action: Equatable {
    case increment
    case nothing
    case ask
    case askTwice
    case response(String)
    case wait
    case over
  }
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment: state.count += 1
      case .nothing, .over: break
      case .ask: return .run { [count = state.count] send in await send(.response("\(count)")) }
      case .askTwice:
        return .merge(.send(.response("one")), .send(.response("two")))
      case .response(let fact): state.facts.append(fact)
      case .wait:
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.over)
        }
      }
      return .none
    }
  }
}
