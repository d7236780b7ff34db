import Cairn
import CairnFeatures
import CairnReducers
import Foundation
import Synchronization
import Testing

/// Tests recorded states of reducers.
@MainActor @Suite struct StateRecorderTests {
  private func makeStore() -> StoreOf<Ledger> { Store(initialState: Ledger.State()) { Ledger() } }

  @Test func `Each action adds a moment`() {
    let recorder = StateRecorder(makeStore())
    recorder.live.send(.add(3))
    recorder.live.send(.add(4))
    #expect(recorder.timeTravel.moments.map(\.state.sum) == [0, 3, 7])
    #expect(
      recorder.timeTravel.moments.map(\.action) == [
        nil, "Ledger.Action.add(3)", "Ledger.Action.add(4)",
      ])
  }

  @Test func `The store of a past moment shows it and ignores actions`() async {
    let recorder = StateRecorder(makeStore())
    recorder.live.send(.add(3))
    recorder.timeTravel.index = 0
    #expect(recorder.store.state.sum == 0)
    await recorder.store.send(.add(5)).finish()
    recorder.store.send(.addLater(5))
    #expect(recorder.store.state.sum == 0)
    #expect(recorder.live.state.sum == 3)
    // The live store continues.
    recorder.live.send(.add(1))
    #expect(recorder.live.state.sum == 4)
    #expect(recorder.store.state.sum == 0)
    recorder.timeTravel.index = nil
    #expect(recorder.store.state.sum == 4)
    #expect(recorder.timeTravel.moments.map(\.state.sum) == [0, 3, 4])
  }

  @Test func `Actions from effects are recorded`() async {
    let recorder = StateRecorder(makeStore())
    await recorder.live.send(.addLater(2)).finish()
    #expect(recorder.timeTravel.moments.map(\.state.sum) == [0, 0, 2])
  }

  @Test func `The index is clamped`() {
    let travel = StateRecorder(makeStore()).timeTravel
    travel.index = 7
    #expect(travel.index == 0)
    travel.index = -1
    #expect(travel.index == 0)
    travel.index = nil
    #expect(travel.shown == nil)
  }

  @Test func `Steps stay within the recorded moments`() {
    let recorder = StateRecorder(makeStore())
    for amount in 1...3 { recorder.live.send(.add(amount)) }
    let travel = recorder.timeTravel
    travel.step(by: -1)
    #expect(travel.shown?.state.sum == 3)
    travel.step(by: -100)
    #expect(travel.index == 0)
    travel.step(by: .min)
    #expect(travel.index == 0)
    travel.step(by: .max)
    #expect(travel.index == 3)
    #expect(travel.shown?.state.sum == 6)
  }

  @Test func `An index keeps pointing to the same moment as the store continues`() {
    let recorder = StateRecorder(makeStore(), history: .tail(maxCount: 3))
    for amount in 1...2 { recorder.live.send(.add(amount)) }
    recorder.timeTravel.index = 1
    for _ in 1...5 { recorder.live.send(.add(10)) }
    #expect(recorder.timeTravel.shown?.state.sum == 1)
    #expect(recorder.timeTravel.count == 3)
    recorder.timeTravel.index = nil
    #expect(recorder.timeTravel.moments.map(\.state.sum) == [0, 43, 53])
  }

  @Test func `The difference to the previous moment is printed`() throws {
    let recorder = StateRecorder(makeStore())
    #expect(recorder.timeTravel.diff() == nil)
    recorder.live.send(.add(3))
    recorder.live.send(.add(4))
    let last = try #require(recorder.timeTravel.diff())
    #expect(last.contains("- ") && last.contains("sum: 3"))
    #expect(last.contains("+ ") && last.contains("sum: 7"))
    #expect(recorder.timeTravel.diff(at: 1)?.contains("sum: 0") == true)
    #expect(recorder.timeTravel.diff(at: 0) == nil)
    #expect(recorder.timeTravel.diff(at: 100) == last)
    recorder.timeTravel.index = 1
    #expect(recorder.timeTravel.diff() == recorder.timeTravel.diff(at: 1))
  }

  @Test func `All moments are kept with unlimited history`() {
    let recorder = StateRecorder(makeStore(), history: .unlimited)
    for _ in 1...3000 { recorder.live.send(.add(1)) }
    #expect(recorder.timeTravel.count == 3001)
  }

  @Test func `The shortest-lived moments are dropped first`() {
    let times = Times([0, 10, 20, 21, 30, 45])
    let recorder = StateRecorder(
      makeStore(), history: .timeDelta(maxCount: 4), now: { times.next() })
    for amount in 1...5 { recorder.live.send(.add(amount)) }
    // The moment at 20 s lasted one second. Then the moment at 21 s was the shortest.
    #expect(
      recorder.timeTravel.moments.map { Int($0.date.timeIntervalSince1970) } == [0, 10, 30, 45])
    #expect(recorder.timeTravel.moments.map(\.state.sum) == [0, 1, 10, 15])
  }

  @Test func `A replaced state adds a moment`() {
    let recorder = StateRecorder(makeStore())
    recorder.live.rootStore.replaceState(Ledger.State(sum: 50))
    #expect(recorder.timeTravel.moments.map(\.state.sum) == [0, 50])
    #expect(recorder.timeTravel.moments.last?.action == nil)
  }

  @Test func `A stopped store never changes`() {
    let stopped = makeStore().stopped(at: Ledger.State(sum: 5))
    #expect(stopped.send(.add(1)).isFinished)
    let root = stopped.rootStore
    root.replaceState(Ledger.State(sum: 50))
    root.setActivity(.live)
    stopped.send(.add(1))
    #expect(stopped.state.sum == 5)
    #expect(root.state.sum == 5)
    #expect(root.presented.isEmpty && root.interruptions.isEmpty && !root.isReducing)
  }
}

@Reducer
private struct Ledger {
  struct State: Equatable {
    var sum = 0
  }

  enum Action: Sendable {
    case add(Int)
    case addLater(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let amount):
        state.sum += amount
        return .none
      case .addLater(let amount):
        return .run { send in await send(.add(amount)) }
      }
    }
  }
}

/// Returns dates one after another.
private final class Times: Sendable {
  private let seconds: Mutex<[Double]>

  init(_ seconds: [Double]) { self.seconds = Mutex(seconds) }

  func next() -> Date { Date(timeIntervalSince1970: seconds.withLock { $0.removeFirst() }) }
}
