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
///   - cancelInFlight: Whether what already runs under the id is cancelled first.
///   - operation: The work.
/// - Returns: What the work returns.
/// - Throws: What the work throws: commonly `CancellationError`, where it was cancelled.
public func withTaskCancellation<Success: Sendable, Failure: Error>(
  id: some Hashable & Sendable, cancelInFlight: Bool = false,
  operation: @escaping @Sendable () async throws(Failure) -> Success
) async throws(Failure) -> Success {
  guard let site = EffectSite.current else { return try await operation() }
  if cancelInFlight {
    let now = EffectMoment.now
    CancellableTasks.cancel(site.cancellation(id), of: site.host, begunBy: now)
    await site.cancelEffects(id, begunBy: now)
  }
  let task = Task<Result<Success, Failure>, Never>(
    executorPreference: site.isolation.effectExecutor
  ) {
    do throws(Failure) { return .success(try await operation()) } catch { return .failure(error) }
  }
  let number = CancellableTasks.add(site.cancellation(id), of: site.host) { task.cancel() }
  defer { CancellableTasks.remove(number, of: site.host) }
  return try await withTaskCancellationHandler {
    await task.value
  } onCancel: {
    task.cancel()
  }.get()
}

extension Task where Success == Never, Failure == Never {
  /// Cancels what runs under an id at the place of the feature whose effect calls this, and below it:
  /// the work of ``withTaskCancellation(id:cancelInFlight:operation:)`` at once, effects as soon as the
  /// store gets to it. What begins under the id afterwards goes on.
  ///
  /// Outside of effects there is no such place, and nothing is cancelled.
  public static func cancel(id: some Hashable & Sendable) {
    guard let site = EffectSite.current else { return }
    let now = EffectMoment.now
    CancellableTasks.cancel(site.cancellation(id), of: site.host, begunBy: now)
    _ = Task<Void, Never>(executorPreference: site.isolation.effectExecutor) {
      await site.cancelEffects(id, begunBy: now)
    }
  }
}
