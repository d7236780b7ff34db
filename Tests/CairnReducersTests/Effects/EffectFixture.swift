import Cairn
import CairnTesting

/// A feature with effects that the test provides.
@Reducer
struct EffectFeature {
  struct State: Equatable {
    var log: [String] = []
    @Presents var left: EffectChild.State?
    @Presents var right: EffectChild.State?
  }
  enum Action: Equatable {
    case start
    case second
    case log(String)
    case left(PresentationAction<EffectChild.Action>)
    case right(PresentationAction<EffectChild.Action>)
  }
  var start: @Sendable () -> Effect<Action> = { .none }
  var second: @Sendable () -> Effect<Action> = { .none }
  var sub: @Sendable (String) -> Effect<EffectChild.Action> = { _ in .none }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start: return start()
      case .second: return second()
      case .log(let text):
        state.log.append(text)
        return .none
      case .left, .right: return .none
      }
    }
    .ifLet(\.$left, action: \.left) { EffectChild(effect: sub) }
    .ifLet(\.$right, action: \.right) { EffectChild(effect: sub) }
  }
}

@Reducer
struct EffectChild {
  struct State: Equatable { var name: String }
  enum Action: Equatable { case start, cancel, done }
  let effect: @Sendable (String) -> Effect<Action>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start: effect(state.name)
      case .cancel: .cancel(id: "id")
      case .done: .none
      }
    }
  }
}

struct EffectFailure: Error {}

/// Makes a store for a test of effects.
@MainActor
func effectStore(
  second: @escaping @Sendable () -> Effect<EffectFeature.Action> = { .none },
  start: @escaping @Sendable () -> Effect<EffectFeature.Action>
) -> TestStore<EffectFeature.State, EffectFeature.Action> {
  effectStore(EffectFeature.State(), sub: { _ in .none }, second: second, start: start)
}

/// Makes a store for a test of children's effects.
@MainActor
func effectStore(
  _ state: EffectFeature.State,
  sub: @escaping @Sendable (String) -> Effect<EffectChild.Action>,
  second: @escaping @Sendable () -> Effect<EffectFeature.Action> = { .none },
  start: @escaping @Sendable () -> Effect<EffectFeature.Action> = { .none }
) -> TestStore<EffectFeature.State, EffectFeature.Action> {
  TestStore(initialState: state) { EffectFeature(start: start, second: second, sub: sub) }
}
