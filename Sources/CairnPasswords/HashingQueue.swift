import Foundation
import Synchronization

/// Runs work on threads of its own, a few units at the same time. A limited number of others wait for their turn.
final class HashingQueue: Sendable {
  private let threads = OperationQueue()
  private let limit: Int
  /// The number of units that are running or waiting.
  private let count = Mutex(0)

  init(maximumConcurrency: Int, maximumWaiting: Int) {
    let concurrency = max(maximumConcurrency, 1)
    threads.name = "cairn.passwords"
    threads.maxConcurrentOperationCount = concurrency
    limit = concurrency + max(maximumWaiting, 0)
  }

  /// Runs work when it's its turn, unless the task is canceled by then.
  /// - Throws: ``PasswordError/busy`` if too many others are waiting, `CancellationError`, or the error of the work.
  func run<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try enter()
    defer { count.withLock { $0 -= 1 } }
    let turn = Turn()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        threads.addOperation {
          continuation.resume(with: Swift.Result { try turn.run(work) })
        }
      }
    } onCancel: {
      turn.cancel()
    }
  }

  private func enter() throws(PasswordError) {
    let isAdmitted = count.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
    if !isAdmitted { throw .busy }
  }

  /// Runs work unless it's canceled first.
  private final class Turn: Sendable {
    private let isCanceled = Atomic(false)

    func cancel() { isCanceled.store(true, ordering: .relaxed) }

    func run<Result>(_ work: () throws -> Result) throws -> Result {
      guard !isCanceled.load(ordering: .relaxed) else { throw CancellationError() }
      return try work()
    }
  }
}
