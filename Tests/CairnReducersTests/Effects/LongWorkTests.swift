import Cairn
import CairnTesting
import Testing

/// Work with progress, cancellation, and a result.
@MainActor @Suite(.timeLimit(.minutes(30))) struct LongWorkTests {
  typealias Export = LongWork<Int, String>

  struct NoPaper: Error, CustomStringConvertible {
    let description = "There's no paper left."
  }

  private let clock = TestClock()

  private func store(
    _ work: @escaping @Sendable (Int, LongWorkReporter) async throws -> String
  ) -> TestStoreOf<Export> {
    TestStore(initialState: Export.State()) {
      Export(work)
    } withDependencies: {
      $0.idempotencyKey = IdempotencyKey("k")
    }
  }

  @Test func `The work reports its progress and returns its result`() async {
    let store = store { year, report in
      await report("Collecting", fraction: 0.5)
      await report("Writing")
      return "\(year).csv"
    }
    store.exhaustivity = .off
    await store.send(.start(2026)) { $0.status = .running(LongWorkProgress()) }
    await store.receive(\.progressed) {
      $0.status = .running(LongWorkProgress(text: "Collecting", fraction: 0.5))
    }
    await store.receive(\.progressed) { $0.status = .running(LongWorkProgress(text: "Writing")) }
    await store.receive(\.finished) { $0.status = .finished("2026.csv") }
    await store.finish()
  }

  @Test func `An error is part of the state`() async {
    let store = store { _, _ in throw NoPaper() }
    store.exhaustivity = .off
    await store.send(.start(1))
    await store.receive(\.failed) { $0.status = .failed("There's no paper left.") }
    await store.finish()
  }

  @Test func `Work that a restart has ended can be canceled, and started again`() async {
    var state = Export.State()
    state.status = .running(LongWorkProgress(text: "Collecting"))
    let store = TestStore(initialState: state) {
      Export { year, _ in "\(year).csv" }
    }
    store.exhaustivity = .off
    await store.send(.cancelButtonTapped) { $0.status = .canceled }
    await store.send(.start(2026)) { $0.status = .running(LongWorkProgress()) }
    await store.receive(\.finished) { $0.status = .finished("2026.csv") }
    await store.finish()
  }

  @Test func `Canceled work ends, and can be started again`() async {
    let store = store { [clock] year, _ in
      try await clock.sleep(for: .seconds(1))
      return "\(year)"
    }
    store.exhaustivity = .off
    await store.send(.start(1))
    await store.send(.start(2))
    await store.send(.cancelButtonTapped) { $0.status = .canceled }
    await store.send(.cancelButtonTapped)
    await store.send(.start(3)) { $0.status = .running(LongWorkProgress()) }
    await clock.advance(by: .seconds(1))
    await store.receive(\.finished) { $0.status = .finished("3") }
    await store.finish()
  }

  @Test func `After a restart, the work begins again with its input and its key`() async {
    let store = store { [clock] year, report in
      await report("Sleeping", fraction: 0.1)
      try await clock.sleep(for: .seconds(1))
      @Dependency(\.idempotencyKey) var key
      return "\(year) \(key)"
    }
    store.exhaustivity = .off
    await store.send(.start(2026))
    await store.receive(\.progressed)
    store.dependencies.idempotencyKey = IdempotencyKey("other")
    await store.restart()
    await store.receive(\.start) {
      $0.status = .running(LongWorkProgress(text: "Sleeping", fraction: 0.1))
    }
    await store.receive(\.progressed)
    await clock.advance(by: .seconds(1))
    await store.receive(\.finished) { $0.status = .finished("2026 k") }
    await store.restart()
    await store.finish()
    #expect(store.state.status == .finished("2026 k"))
  }

  @Test func `Work that was interrupted too often is marked`() async {
    let store = store { [clock] _, _ in
      try await clock.sleep(for: .seconds(1))
      return ""
    }
    store.exhaustivity = .off
    await store.send(.start(1))
    for _ in 1..<5 {
      await store.restart()
      await store.receive(\.start)
    }
    await store.restart()
    await store.receive(\.interrupted) { $0.status = .interrupted }
    await store.send(.start(1)) { $0.status = .running(LongWorkProgress()) }
    await store.send(.cancelButtonTapped)
    await store.finish()
  }
}
