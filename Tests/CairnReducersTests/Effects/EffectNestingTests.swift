import CairnReducers
import IssueReporting
import LockCircles
import Testing

/// Effects that are nested by loops.
@Suite(.timeLimit(.minutes(30))) struct EffectNestingTests {
  @Test func `Effects that are nested too deeply are reported and don't run`() async {
    // An overflow of the small stack would end this process, so the test uses a separate one.
    await #expect(processExitsWith: .success) {
      let count = 50_000
      let effects: [@Sendable () -> Effect<Bool>] = [
        { (0..<count).reduce(.send(false)) { effect, _ in effect.map { $0 } } },
        { (0..<count).reduce(.send(false)) { effect, number in effect.cancellable(id: number) } },
        {
          (0..<count).reduce(.send(false)) { effect, number in
            number.isMultiple(of: 2)
              ? .merge(effect, .send(false)) : .concatenate(effect, .send(false))
          }
        },
      ]
      for effect in effects {
        let log = IssueLog()
        await withIssueReporters([log]) {
          let store = Store(initialState: 0) {
            Reduce<Int, Bool> { count, begins in
              count += 1
              return begins ? effect() : .none
            }
          }
          await store.send(true).finish()
        }
        precondition(log.messages.allSatisfy { $0.contains("nested in each other") })
        precondition(!log.messages.isEmpty)
      }
    }
  }

  @Test func `Effects below the nesting limit run`() async {
    await #expect(processExitsWith: .success) {
      let count = 2000
      let effects: [@Sendable () -> Effect<Bool>] = [
        { (0..<count).reduce(.send(false)) { effect, _ in effect.map { $0 } } },
        { (0..<count).reduce(.send(false)) { effect, number in effect.cancellable(id: number) } },
        {
          (0..<count).reduce(.run { send in await send(false) }) { effect, number in
            number.isMultiple(of: 2)
              ? .merge(effect, .run { _ in }) : .concatenate(effect, .run { _ in })
          }
        },
      ]
      for effect in effects {
        let store = Store(initialState: 0) {
          Reduce<Int, Bool> { count, begins in
            count += 1
            return begins ? effect() : .none
          }
        }
        await store.send(true).finish()
        precondition(store.withState { $0 } == 2)
      }
    }
  }
}
