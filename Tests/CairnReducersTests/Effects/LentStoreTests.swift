import Cairn
import Foundation
import LockCircles
import Testing

/// A store outside scenes whose lock is lent to another thread while its reducer runs.
@Suite(.timeLimit(.minutes(30))) struct LentStoreTests {
  /// A store that two threads use at times the test decides.
  private struct Handed: @unchecked Sendable {
    let store: StoreOf<Counting>
  }

  @Test func `A borrower reads the state from before the running reducer`() async {
    let circle = LockCircle()
    let handed = Handed(store: Store(initialState: Counting.State()) { Counting(circle: circle) })
    let seen = LockIsolated<Counting.State?>(nil)
    await circle.run {
      handed.store.send(.addAndWait)
    } borrower: {
      seen.setValue(handed.store.state)
    }
    #expect(seen.value == Counting.State())
    #expect(handed.store.state == Counting.State(numbers: [1, 2]))
    #expect(circle.issues.isEmpty)
  }

  @Test func `An action that a borrower sends isn't reported as sent by the reducer`() async {
    let circle = LockCircle()
    let handed = Handed(store: Store(initialState: Counting.State()) { Counting(circle: circle) })
    await circle.run {
      handed.store.send(.addAndWait)
    } borrower: {
      handed.store.send(.add(3))
    }
    #expect(handed.store.state == Counting.State(numbers: [1, 2, 3]))
    #expect(circle.issues.isEmpty)
  }
}

@Reducer
private struct Counting {
  struct State: Equatable { var numbers: [Int] = [] }
  enum Action {
    case add(Int)
    case addAndWait
  }

  let circle: LockCircle

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number): state.numbers.append(number)
      case .addAndWait:
        state.numbers.append(1)
        circle.waitForOther()
        state.numbers.append(2)
      }
      return .none
    }
  }
}
