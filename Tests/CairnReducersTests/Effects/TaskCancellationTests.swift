import Cairn
import CairnTesting
import Foundation
import Testing

/// Work inside effects that's canceled by an ID in its own feature.
@MainActor @Suite(.timeLimit(.minutes(30))) struct TaskCancellationTests {
  private func makeStore(_ log: LockIsolated<[String]>) -> TestStoreOf<Downloads> {
    TestStore(
      initialState: Downloads.State(first: .init(name: "a"), second: .init(name: "b"))
    ) {
      Downloads(log: log)
    }
  }

  @Test func `An effect cancels work of its own feature only`() async {
    let log = LockIsolated<[String]>([])
    let store = makeStore(log)
    await store.send(.first(.presented(.start)))
    await store.send(.second(.presented(.start)))
    #expect(log.value == ["a began", "b began"])
    await store.send(.first(.presented(.cancelInTask)))
    #expect(log.value == ["a began", "b began", "a canceled", "a goes on"])
    await store.send(.second(.presented(.cancelByEffect)))
    #expect(log.value.suffix(2) == ["b canceled", "b goes on"])
  }

  @Test func `Removing a feature cancels its work`() async {
    let log = LockIsolated<[String]>([])
    let store = makeStore(log)
    await store.send(.first(.presented(.start)))
    await store.send(.first(.dismiss)) { $0.first = nil }
    #expect(log.value.prefix(2) == ["a began", "a canceled"])
  }

  @Test func `Later work cancels work in flight`() async {
    let log = LockIsolated<[String]>([])
    let store = makeStore(log)
    await store.send(.first(.presented(.start)))
    await store.send(.first(.presented(.start)))
    #expect(log.value == ["a began", "a canceled", "a began", "a goes on"])
    await store.skipInFlightEffects()
  }

  @Test func `Canceling an ID in a task also cancels effects with that ID`() async {
    let log = LockIsolated<[String]>([])
    let store = makeStore(log)
    await store.send(.first(.presented(.startEffect)))
    await store.send(.first(.presented(.cancelInTask)))
    #expect(log.value == ["a effect canceled"])
  }

  @Test func `Work that begins after a cancellation continues`() async {
    let log = LockIsolated<[String]>([])
    let store = makeStore(log)
    await store.send(.first(.presented(.cancelAndStart)))
    await store.receive(.first(.presented(.startEffect)))
    #expect(log.value == ["a began"])
    await store.send(.first(.presented(.cancelByEffect)))
    #expect(log.value.sorted() == ["a began", "a canceled", "a effect canceled", "a goes on"])
  }

  @Test func `Outside effects, the work simply runs`() async throws {
    #expect(await withTaskCancellation(id: 1) { 7 } == 7)
    await #expect(throws: URLError.self) {
      try await withTaskCancellation(id: 1) { throw URLError(.badURL) }
    }
    Task.cancel(id: 1)
  }

  @Test func `Work that leaves the serial executor returns to it`() async {
    let log = LockIsolated<[String]>([])
    let store = TestStore(initialState: Downloads.Download.State(name: "x")) {
      Downloads.Download(log: log)
    }
    await store.send(.wander)
    await store.receive(.came(1)) { $0.numbers = [1] }
    await store.receive(.came(2)) { $0.numbers = [1, 2] }
    await store.receive(.came(3)) { $0.numbers = [1, 2, 3] }
    await store.finish()
  }
}

/// A test on a separate actor.
actor TestStoreOnAnActorTests {
  @Test func `A feature is tested on an actor`() async {
    let store = await TestStore(initialState: Tally.State()) { Tally() }
    await store.send(.increment) { $0.count = 1 }
    await store.send(.ask)
    await store.receive(.response("1")) { $0.facts = ["1"] }
  }
}

@Reducer
private struct Downloads {
  struct State: Equatable {
    @Presents var first: Download.State?
    @Presents var second: Download.State?
  }
  enum Action: Equatable {
    case first(PresentationAction<Download.Action>)
    case second(PresentationAction<Download.Action>)
  }
  let log: LockIsolated<[String]>

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$first, action: \.first) { Download(log: log) }
      .ifLet(\.$second, action: \.second) { Download(log: log) }
  }

  @Reducer
  struct Download {
    struct State: Equatable {
      var name: String
      var numbers: [Int] = []
    }
    enum Action: Equatable {
      case start, startEffect, cancelAndStart, cancelInTask, cancelByEffect, wander
      case came(Int)
    }
    enum CancelID { case download }
    let log: LockIsolated<[String]>

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .start:
          return .run { [name = state.name, log] _ in
            await withTaskCancellation(id: CancelID.download, cancelInFlight: true) {
              log.withValue { $0.append("\(name) began") }
              try? await Task.never()
              log.withValue { $0.append("\(name) canceled") }
            }
            log.withValue { $0.append("\(name) goes on") }
          }
        case .startEffect:
          return .run { [name = state.name, log] _ in
            try? await Task.never()
            log.withValue { $0.append("\(name) effect canceled") }
          }
          .cancellable(id: CancelID.download)
        case .cancelAndStart:
          return .run { [name = state.name, log] send in
            Task.cancel(id: CancelID.download)
            await send(.startEffect)
            await withTaskCancellation(id: CancelID.download) {
              log.withValue { $0.append("\(name) began") }
              try? await Task.never()
              log.withValue { $0.append("\(name) canceled") }
            }
            log.withValue { $0.append("\(name) goes on") }
          }
        case .cancelInTask:
          return .run { _ in Task.cancel(id: CancelID.download) }
        case .cancelByEffect:
          return .cancel(id: CancelID.download)
        case .came(let number):
          state.numbers.append(number)
          return .none
        case .wander:
          return .run { send in
            await Task.detached { await send(.came(1)) }.value
            let number = await withCheckedContinuation { continuation in
              DispatchQueue.global().async { continuation.resume(returning: 2) }
            }
            await send(.came(number))
          }
          .concatenate(with: .run { @MainActor send in send(.came(3)) })
        }
      }
    }
  }
}
