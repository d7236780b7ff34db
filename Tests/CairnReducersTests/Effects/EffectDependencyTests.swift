import Cairn
import CairnTesting
import Foundation
import Testing

/// An effect has the dependencies of the code that makes it.
@MainActor struct EffectDependencyTests {
  @Test func `Dependencies that a reducer sets apply to the effect it makes there`() async {
    let store = TestStore(initialState: Dated.State()) {
      Dated()
    } withDependencies: {
      $0.date.now = Date(timeIntervalSince1970: 0)
    }
    await store.send(.ask)
    await store.receive(.answered(0)) { $0.answers = [0] }
    await store.send(.askAt(60))
    await store.receive(.answered(60)) { $0.answers = [0, 60] }
    await store.send(.askMappedAt(120))
    await store.receive(.answered(240)) { $0.answers = [0, 60, 240] }
    await store.send(.askConcatenated)
    await store.receive(.answered(1)) { $0.answers = [0, 60, 240, 1] }
    await store.receive(.answered(0)) { $0.answers = [0, 60, 240, 1, 0] }
  }

  @Test func `A dependency operator around the feature applies too`() async {
    let store = TestStore(initialState: Dated.State()) {
      Dated().dependency(\.date, .constant(Date(timeIntervalSince1970: 5)))
    }
    await store.send(.ask)
    await store.receive(.answered(5)) { $0.answers = [5] }
    await store.send(.askAt(60))
    await store.receive(.answered(60)) { $0.answers = [5, 60] }
  }

  @Test func `Changed dependencies of a test store apply from the next action on`() async {
    let store = TestStore(initialState: Dated.State()) { Dated() }
    store.dependencies.date = .constant(Date(timeIntervalSince1970: 1))
    await store.send(.ask)
    await store.receive(.answered(1)) { $0.answers = [1] }
    store.dependencies.date = .constant(Date(timeIntervalSince1970: 2))
    await store.send(.ask)
    await store.receive(.answered(2)) { $0.answers = [1, 2] }
  }

  @Test func `A presented feature with changed dependencies can dismiss itself`() async {
    let store = TestStore(initialState: Dated.Parent.State(child: Dated.State())) {
      Dated.Parent()
    } withDependencies: {
      $0.date = .constant(Date(timeIntervalSince1970: 3))
    }
    await store.send(.child(.presented(.leave)))
    await store.receive(.child(.presented(.answered(4)))) { $0.child?.answers = [4] }
    await store.receive(.child(.dismiss)) { $0.child = nil }
  }
}

@Reducer
private struct Dated {
  struct State: Equatable { var answers: [Double] = [] }
  enum Action: Equatable {
    case ask
    case askAt(Double)
    case askMappedAt(Double)
    case askConcatenated
    case answered(Double)
    case leave
  }
  @Dependency(\.date) var date
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .answered(let time): state.answers.append(time)
      case .ask: return answer()
      case .askAt(let time): return at(time) { answer() }
      case .askMappedAt(let time):
        return at(time) {
          Effect<Double>.send(time).map { .answered($0 + date.now.timeIntervalSince1970) }
        }
      case .askConcatenated: return .concatenate(at(1) { answer() }, answer())
      case .leave:
        return at(4) {
          .run { send in
            await send(.answered(date.now.timeIntervalSince1970))
            await dismiss()
          }
        }
      }
      return .none
    }
  }

  private func answer() -> Effect<Action> {
    .run { send in await send(.answered(date.now.timeIntervalSince1970)) }
  }

  private func at(_ time: Double, make: () -> Effect<Action>) -> Effect<Action> {
    withDependencies {
      $0.date.now = Date(timeIntervalSince1970: time)
    } operation: {
      make()
    }
  }

  @Reducer
  struct Parent {
    struct State: Equatable { @Presents var child: Dated.State? }
    enum Action: Equatable { case child(PresentationAction<Dated.Action>) }

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$child, action: \.child) { Dated() }
    }
  }
}
