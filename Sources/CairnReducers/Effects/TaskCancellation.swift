/// Runs work that can be cancelled by an id, inside of an effect.
///
/// ```swift
/// return .run { send in
///   let file = try await withTaskCancellation(id: CancelID.download, cancelInFlight: true) {
///     try await client.download()
///   }
///   await send(.downloaded(file))
/// }
/// ```
/// The id counts where the effect's feature is, as that of ``Effect/cancellable(id:cancelInFlight:)`` does:
/// `.cancel(id:)` of the feature cancels the work, and so does `Task.cancel(id:)` in one of its effects.
/// Outside of effects the work just runs.
/// - Parameters:
///   - id: The id: any value, commonly a case of a private enum.
///   - cancelInFlight: Whether to cancel the work that already runs under the ID. This is one step with
///     registering the new work: of any number of calls, only the last one's work goes on.
///   - operation: The work.
/// - Returns: What the work returns.
/// - Throws: What the work throws: commonly `CancellationError`, where it was cancelled.
public func withTaskCancellation<Success: Sendable, Failure: Error>(
  id: some Hashable & Sendable, cancelInFlight: Bool = false,
  operation: @escaping @Sendable () async throws(Failure) -> Success
) async throws(Failure) -> Success {
  guard let site = EffectSite.current else { return try await operation() }
  let scope = site.registry.enter(site.cancellation(id), cancelInFlight: cancelInFlight)
  defer { site.registry.leave(scope) }
  let work = CancellableTask()
  scope.add(work)
  let task = work.begin {
    Task<Result<Success, Failure>, Never>(executorPreference: site.isolation.effectExecutor) {
      // It may run before the thread that has begun it cancels it.
      if work.isCanceled { withUnsafeCurrentTask { $0?.cancel() } }
      do throws(Failure) { return .success(try await operation()) } catch { return .failure(error) }
    }
  }
  return try await withTaskCancellationHandler {
    await task.value
  } onCancel: {
    task.cancel()
  }.get()
}

extension Task where Success == Never, Failure == Never {
  /// Cancels the effects and tasks that run under an ID, at the place of the feature whose effect calls
  /// this and below it.
  ///
  /// They are canceled when this returns, the calling effect too if the ID is its own: `Task.isCancelled`
  /// is true in them, and the store drops the actions that they still send. If one of them is sending an action
  /// on another thread at this moment, the store may process it after this returns. Work that begins under the
  /// ID afterward isn't affected. Outside effects, this does nothing.
  public static func cancel(id: some Hashable & Sendable) {
    guard let site = EffectSite.current else { return }
    site.registry.cancel(site.cancellation(id))
  }
}
