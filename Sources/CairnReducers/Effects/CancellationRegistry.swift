import Synchronization

/// The work in a store that can be canceled by an ID, which consists of effects and tasks inside them.
///
/// The registry has its own lock so that any thread can cancel immediately. Tasks aren't canceled while this lock is
/// held, because cancellation handlers run code from outside this module.
final class CancellationRegistry: Sendable {
  private let scopes = Mutex<[CancellationID: [CancellationScope]]>([:])

  /// Opens a scope, and optionally cancels scopes in flight in the same atomic step.
  ///
  /// If two callers cancel scopes in flight at the same time, exactly one of them keeps its scope.
  func enter(_ cancellation: Cancellation, cancelInFlight: Bool = false) -> CancellationScope {
    guard !cancelInFlight else { return enterCancelingInFlight(cancellation).scope }
    let scope = CancellationScope(cancellation)
    scopes.withLock { $0[cancellation.id, default: []].append(scope) }
    return scope
  }

  /// Opens a scope and cancels scopes in flight in the same atomic step.
  ///
  /// - Returns: The new scope, and the scopes that this call has canceled. Scopes that were canceled before aren't
  ///   included.
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

  /// Cancels all scopes with an ID in a feature and the features below it.
  ///
  /// These scopes don't send further actions afterward. However, the store may still be processing an action that
  /// another thread has started to send.
  func cancel(_ cancellation: Cancellation) {
    let canceled = scopes.withLock { Self.mark(reachedBy: cancellation, in: $0) }
    for scope in canceled { scope.cancelTasks() }
  }

  /// Marks the scopes that match a cancellation as canceled.
  ///
  /// The scopes remain registered until their work has ended. A second caller therefore cancels their tasks too, and
  /// doesn't return before they're canceled.
  private static func mark(
    reachedBy cancellation: Cancellation, in scopes: [CancellationID: [CancellationScope]]
  ) -> [CancellationScope] {
    guard let all = scopes[cancellation.id] else { return [] }
    let canceled = all.filter { cancellation.reaches($0.cancellation) }
    for scope in canceled { scope.markCanceled() }
    return canceled
  }
}
