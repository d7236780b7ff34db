import Synchronization

/// Everything that can be canceled by an ID in a store: its effects, and the tasks inside of them.
///
/// It has a lock of its own, so that any thread can cancel at once. No task is canceled while the lock is
/// held: cancellation handlers are code that is not ours.
final class CancellationRegistry: Sendable {
  private let scopes = Mutex<[CancellationID: [CancellationScope]]>([:])

  /// Opens a scope, and cancels those in flight in the same step if asked to.
  ///
  /// Of two callers that cancel what is in flight, exactly one keeps its scope.
  func enter(_ cancellation: Cancellation, cancelInFlight: Bool = false) -> CancellationScope {
    guard !cancelInFlight else { return enterCancelingInFlight(cancellation).scope }
    let scope = CancellationScope(cancellation)
    scopes.withLock { $0[cancellation.id, default: []].append(scope) }
    return scope
  }

  /// Opens a scope, and cancels those in flight in the same step.
  /// - Returns: The scope, and those that this has canceled. A scope that someone else has canceled before
  ///   isn't among them.
  func enterCancelingInFlight(
    _ cancellation: Cancellation
  ) -> (scope: CancellationScope, canceled: [CancellationScope]) {
    let scope = CancellationScope(cancellation)
    let (reached, canceled) = scopes.withLock { scopes in
      let live = scopes[cancellation.id]?.filter { !$0.isCanceled } ?? []
      let reached = Self.mark(reachedBy: cancellation, in: scopes)
      scopes[cancellation.id, default: []].append(scope)
      return (reached, live.filter(\.isCanceled))
    }
    for scope in reached { scope.cancelTasks() }
    return (scope, canceled)
  }

  /// Closes a scope whose work has ended.
  func leave(_ scope: CancellationScope) {
    let id = scope.cancellation.id
    scopes.withLock { scopes in
      scopes[id]?.removeAll { $0 === scope }
      if scopes[id]?.isEmpty == true { scopes[id] = nil }
    }
  }

  /// Cancels all scopes of an ID at a place and below it. None of them sends another action afterward. The
  /// store may still be processing one that another thread has begun to send.
  func cancel(_ cancellation: Cancellation) {
    let canceled = scopes.withLock { Self.mark(reachedBy: cancellation, in: $0) }
    for scope in canceled { scope.cancelTasks() }
  }

  /// Marks the scopes that a cancellation reaches. They stay until their work has ended, so that a second
  /// caller cancels their tasks too, and doesn't return while the first one is still at it.
  private static func mark(
    reachedBy cancellation: Cancellation, in scopes: [CancellationID: [CancellationScope]]
  ) -> [CancellationScope] {
    guard let all = scopes[cancellation.id] else { return [] }
    let canceled = all.filter { cancellation.reaches($0.cancellation) }
    for scope in canceled { scope.markCanceled() }
    return canceled
  }
}
