import Foundation
import Synchronization

/// Runs work on threads of its own, a few units at the same time. A limited number of others wait for their turn.
final class HashingQueue: Sendable {
  private typealias Unit = @Sendable () -> Void

  private struct State {
    var running = 0
    /// The waiting units, oldest first.
    var waiting: [Waiting] = []
  }

  private struct Waiting {
    let turn: Turn
    let unit: Unit
    /// Reports the cancellation to the caller.
    let cancel: Unit
  }

  /// What happens to a new unit.
  private enum Admission {
    case starts, waits, isRejected, isCanceled
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
        let cancel: Unit = { continuation.resume(throwing: CancellationError()) }
        switch enter(Waiting(turn: turn, unit: unit, cancel: cancel)) {
        case .starts: Thread.detachNewThread(unit)
        case .waits: break
        case .isRejected: continuation.resume(throwing: PasswordError.busy)
        case .isCanceled: cancel()
        }
      }
    } onCancel: {
      turn.cancel()
      remove(turn)?.cancel()
    }
  }

  private func enter(_ new: Waiting) -> Admission {
    state.withLock { state in
      guard !new.turn.isCanceled else { return .isCanceled }
      if state.running < maximumConcurrency {
        state.running += 1
        return .starts
      }
      guard state.waiting.count < maximumWaiting else { return .isRejected }
      state.waiting.append(new)
      return .waits
    }
  }

  /// Removes a canceled unit that's waiting, so that another one can wait in its place.
  private func remove(_ turn: Turn) -> Waiting? {
    state.withLock { state in
      state.waiting.firstIndex { $0.turn === turn }.map { state.waiting.remove(at: $0) }
    }
  }

  /// Gives the place of a unit to the next one.
  private func leave() {
    let next = state.withLock { state -> Unit? in
      if state.waiting.isEmpty {
        state.running -= 1
        return nil
      }
      return state.waiting.removeFirst().unit
    }
    if let next { Thread.detachNewThread(next) }
  }

  /// Runs work unless it's canceled first.
  private final class Turn: Sendable {
    private let canceled = Atomic(false)

    var isCanceled: Bool { canceled.load(ordering: .relaxed) }

    func cancel() { canceled.store(true, ordering: .relaxed) }

    func run<Value>(_ work: () throws -> Value) throws -> Value {
      guard !isCanceled else { throw CancellationError() }
      return try work()
    }
  }
}
