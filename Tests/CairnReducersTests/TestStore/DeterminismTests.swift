import Cairn
import CairnTesting
import Testing

/// A test runs the same way each time, regardless of other tests.
///
/// Each step takes a turn of the main actor and waits for other code that uses it.
@MainActor @Suite(.timeLimit(.minutes(30))) struct DeterminismTests {
  private func makeStore(_ clock: any Clock<Duration> = TestClock()) -> TestStoreOf<Racing> {
    TestStore(initialState: Racing.State()) {
      Racing()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `Effects of one action run in the order they were made`() async {
    for _ in 0..<40 {
      let store = makeStore()
      await store.send(.runAll)
      for number in 0..<10 { await store.receive(.ran(number)) { $0.numbers.append(number) } }
    }
  }

  @Test func `Sleepers of one tick wake in the order they began to sleep`() async {
    for _ in 0..<30 {
      let clock = TestClock()
      let store = makeStore(clock)
      await store.send(.sleepAll)
      await clock.advance(by: .seconds(1))
      for number in 0..<10 { await store.receive(.ran(number)) { $0.numbers.append(number) } }
    }
  }

  @Test func `Effects that don't wait have run when send returns`() async {
    for _ in 0..<100 {
      let events = Recorder()
      let store = TestStore(initialState: Racing.State()) { Racing(events: events) }
      await store.send(.tell)
      #expect(events.value == ["began", "ended"])
    }
  }

  @Test func `Effects on an immediate clock have run when send returns`() async {
    for _ in 0..<100 {
      let events = Recorder()
      let store = TestStore(initialState: Racing.State()) {
        Racing(events: events)
      } withDependencies: {
        $0.continuousClock = ImmediateClock()
      }
      await store.send(.tellLater)
      #expect(events.value == ["slept", "ended"])
    }
  }

  @Test func `A chain of effects has run when send returns`() async {
    let store = makeStore()
    await store.send(.countDown(5)) { $0.numbers = [5] }
    #expect(store.state.numbers == [5])
    await store.skipReceivedActions()
    #expect(store.state.numbers == [5, 4, 3, 2, 1, 0])
  }

  @Test func `Effects that use the main actor have run when send returns`() async {
    for _ in 0..<10 {
      let store = TestStore(initialState: [Int]()) {
        Reduce<[Int], Int> { state, number in
          state.append(number)
          return number == 0 ? .none : .run { @MainActor send in send(number - 1) }
        }
      }
      await store.send(20) { $0 = [20] }
      await store.skipReceivedActions()
      #expect(store.state.count == 21)
    }
  }

  @Test func `Child tasks run one after another`() async {
    for _ in 0..<100 {
      let events = Recorder()
      let store = TestStore(initialState: Racing.State()) { Racing(events: events) }
      await store.send(.group)
      #expect(events.value == (0..<10).map(String.init))
    }
  }

  @Test func `An effect may use the main actor`() async {
    let store = makeStore()
    await store.send(.onMainActor)
    await store.receive(.ran(1)) { $0.numbers = [1] }
  }

  @Test func `An endless timer on an immediate clock lets the test continue`() async {
    let store = makeStore(ImmediateClock())
    store.exhaustivity = .off
    let task = await store.send(.tick)
    await store.receive(.beat)
    await task.cancel()
    #expect(store.state.beats > 0)
  }

  @Test func `Effects run on any thread if the serial executor is off`() async {
    let events = Recorder()
    let store = TestStore(initialState: Racing.State()) { Racing(events: events) }
    #expect(store.useMainSerialExecutor)
    store.useMainSerialExecutor = false
    let task = await store.send(.whereAmI)
    await task.finish()
    #expect(events.value == ["anywhere"])
    store.useMainSerialExecutor = true
    await store.send(.whereAmI)
    #expect(events.value == ["anywhere", "in line"])
  }

  @Test func `Two stores don't disturb each other`() async {
    let (first, second) = (makeStore(), makeStore())
    await first.send(.runAll)
    await second.send(.runAll)
    for number in 0..<10 {
      await second.receive(.ran(number)) { $0.numbers.append(number) }
      await first.receive(.ran(number)) { $0.numbers.append(number) }
    }
  }
}

/// A test outside an actor. Its store checks the end before the test ends.
struct NonisolatedTestStoreTests {
  @Test func `The end is checked before the test ends`() async {
    for _ in 0..<50 {
      let messages = await issuesAnywhere {
        let store = await TestStore(initialState: Tally.State()) { Tally() }
        await store.send(.askTwice)
      }
      #expect(messages.count == 1)
      #expect(messages.first?.contains("The store received 2 actions") == true, "\(messages)")
    }
  }

  @Test func `An effect that runs at the end is reported immediately`() async {
    let line = #line + 6
    await withKnownIssue {
      let store = await TestStore(initialState: Tally.State()) {
        Tally()
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      await store.send(.wait)
    } matching: {
      $0.sourceLocation?.line == line + 1
    }
  }

  @Test func `An effect that ends in time isn't reported`() async {
    for _ in 0..<50 {
      let store = await TestStore(initialState: Tally.State()) { Tally() }
      await store.send(.ask)
      await store.receive(\.response, "0") { $0.facts = ["0"] }
    }
  }

  @Test func `Many stores at once don't wait for each other`() async {
    let messages = await issuesAnywhere {
      await withTaskGroup { group in
        for _ in 0..<40 {
          group.addTask {
            let store = await TestStore(initialState: Tally.State()) { Tally() }
            await store.send(.ask)
          }
        }
      }
    }
    #expect(messages.count == 40)
  }

  private func issuesAnywhere(_ body: () async -> Void) async -> [String] {
    let messages = LockIsolated<[String]>([])
    await withKnownIssue {
      await body()
    } matching: { issue in
      messages.withValue { $0.append(issue.comments.map(\.rawValue).joined()) }
      return true
    }
    return messages.value
  }
}

/// Runs all tasks of a process serially. It uses a separate process, because parallel tests would be serialized too.
struct MainSerialExecutorTests {
  @Test func `Tasks run in the order they were made`() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<20 {
        let numbers = LockIsolated<[Int]>([])
        await withMainSerialExecutor {
          #expect(uncheckedUseMainSerialExecutor)
          await withTaskGroup { group in
            for number in 0..<20 { group.addTask { numbers.withValue { $0.append(number) } } }
          }
        }
        #expect(numbers.value == Array(0..<20))
        #expect(!uncheckedUseMainSerialExecutor)
      }
    }
  }
}

private typealias Recorder = LockIsolated<[String]>

extension LockIsolated<[String]> {
  fileprivate convenience init() { self.init([]) }
  fileprivate func record(_ event: String) { withValue { $0.append(event) } }
}

@Reducer
private struct Racing {
  struct State: Equatable {
    var numbers: [Int] = []
    /// Thousands of these states may exist, so a state must be small.
    var beats = 0
  }
  enum Action: Equatable {
    case ran(Int)
    case beat
    case countDown(Int)
    case runAll, sleepAll, tell, tellLater, group, onMainActor, tick, whereAmI
  }

  var events = Recorder()
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ran(let number):
        state.numbers.append(number)
        return .none
      case .beat:
        state.beats += 1
        return .none
      case .countDown(let number):
        state.numbers.append(number)
        return number == 0 ? .none : .run { send in await send(.countDown(number - 1)) }
      case .runAll:
        return .merge((0..<10).map { number in .run { send in await send(.ran(number)) } })
      case .sleepAll:
        return .merge(
          (0..<10).map { number in
            .run { send in
              try await clock.sleep(for: .seconds(1))
              await send(.ran(number))
            }
          })
      case .tell:
        return .run { [events] _ in
          events.record("began")
          await Task.yield()
          events.record("ended")
        }
      case .tellLater:
        return .run { [events] _ in
          try await clock.sleep(for: .seconds(1))
          events.record("slept")
          try await clock.sleep(for: .seconds(60))
          events.record("ended")
        }
      case .group:
        return .run { [events] _ in
          await withTaskGroup { group in
            for number in 0..<10 { group.addTask { events.record("\(number)") } }
          }
        }
      case .onMainActor:
        return .run { send in
          let number = await MainActor.run { 1 }
          await send(.ran(number))
        }
      case .tick:
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.beat) }
        }
      case .whereAmI:
        return .run { [events] _ in
          let isInLine = withUnsafeCurrentTask { $0?.unownedTaskExecutor != nil }
          events.record(isInLine ? "in line" : "anywhere")
        }
      }
    }
  }
}
