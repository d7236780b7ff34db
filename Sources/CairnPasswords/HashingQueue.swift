import Foundation
import Synchronization

/// Runs work on threads of its own, a few units at the same time. A limited number of others wait for their turn.
final class HashingQueue: Sendable {
  private typealias Unit = @Sendable () -> Void

  private struct State {
    var running = 0
    /// The waiting units, oldest first.
    var waiting: [Unit] = []
  }

  /// What happens to a new unit.
  private enum Admission {
    case starts, waits, isRejected
  }

  private let maximumConcurrency: Int
  private let maximumWaiting: Int
  private let state = Mutex(State())

  init(maximumConcurrency: Int, maximumWaiting: Int) {
    self.maximumConcurrency = max(maximumConcurrency, 1)
    self.maximumWaiting = max(maximumWaiting, 0)
  }

  /// Runs work when it's its turn, unless the task is canceled by then.
  /// - Throws: ``PasswordError/busy`` if too many others are waiting, `CancellationError`, or the error of the work.
  func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    let turn = Turn()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Value, any Error>) in
        let unit: Unit = { [self] in
          let result = Result { try turn.run(work) }
          // The place is free before the caller continues.
          leave()
          continuation.resume(with: result)
        }
        switch enter(unit) {
        case .starts: Thread.detachNewThread(unit)
        case .waits: break
        case .isRejected: continuation.resume(throwing: PasswordError.busy)
        }
      }
    } onCancel: {
      turn.cancel()
    }
  }

  private func enter(_ unit: @escaping Unit) -> Admission {
    state.withLock { state in
      if state.running < maximumConcurrency {
        state.running += 1
        return .starts
      }
      guard state.waiting.count < maximumWaiting else { return .isRejected }
      state.waiting.append(unit)
      return .waits
    }
  }

  /// Gives the place of a unit to the next one.
  private func leave() {
    let next = state.withLock { state -> Unit? in
      if state.waiting.isEmpty {
        state.running -= 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    if let next { Thread.detachNewThread(next) }
  }

  /// Runs work unless it's canceled first.
  private final class Turn: Sendable {
    private let isCanceled = Atomic(false)

    func cancel() { isCanceled.store(true, ordering: .relaxed) }

    func run<Value>(_ work: () throws -> Value) throws -> Value {
      guard !isCanceled.load(ordering: .relaxed) else { throw CancellationError() }
      return try work()
    }
  }
}
