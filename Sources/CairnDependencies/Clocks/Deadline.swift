internal import Synchronization

/// A running time limit of a test.
///
/// Its clock decides how long it takes. See ``DependencyValues/timeoutClock``.
package struct Deadline: Sendable {
  private final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  private let flag = Flag()
  private let timer: Task<Void, Never>

  /// Starts a time limit.
  /// - Parameters:
  ///   - timeout: The time until the deadline.
  ///   - clock: The clock that measures the time.
  ///   - onEnd: Called on any thread when the deadline has passed, unless it was canceled before.
  package init(
    after timeout: Duration, on clock: any Clock<Duration>,
    onEnd: @escaping @Sendable () -> Void = {}
  ) {
    timer = Task.detached { [flag] in
      try? await clock.sleep(for: timeout)
      guard !Task.isCancelled else { return }
      flag.isSet.store(true, ordering: .sequentiallyConsistent)
      onEnd()
    }
  }

  /// Whether the deadline has passed.
  package var isPast: Bool { flag.isSet.load(ordering: .sequentiallyConsistent) }

  /// Stops the clock's work for this limit. Call it when the limit is no longer needed.
  package func cancel() { timer.cancel() }

  /// Runs work with a time limit. When the deadline passes, the work is canceled, and the function doesn't wait for it.
  /// - Returns: Whether the work ended before the deadline.
  package static func run(
    within timeout: Duration, on clock: any Clock<Duration>,
    _ work: @escaping @Sendable () async -> Void
  ) async -> Bool {
    let (results, continuation) = AsyncStream.makeStream(of: Bool.self)
    let working = Task {
      await work()
      continuation.yield(true)
    }
    let deadline = Deadline(after: timeout, on: clock) { continuation.yield(false) }
    defer {
      working.cancel()
      deadline.cancel()
    }
    for await result in results { return result }
    return false
  }
}
