/// Runs work inside an effect that can be canceled by an ID.
///
/// ```swift
/// return .run { send in
///   let file = try await withTaskCancellation(id: CancelID.download, cancelInFlight: true) {
///     try await client.download()
///   }
///   await send(.downloaded(file))
/// }
/// ```
///
/// The ID belongs to the feature that returned the effect, as in ``Effect/cancellable(id:cancelInFlight:)``. Both
/// `.cancel(id:)` in the feature and `Task.cancel(id:)` in one of its effects cancel the work. Outside effects, the
/// work runs normally and can't be canceled by an ID.
///
/// - Parameters:
///   - id: The ID. It can be any value, and is usually a case of a private enum.
///   - cancelInFlight: Whether to cancel work that's already running with this ID. The old work is canceled and the new
///     work is registered in one atomic step. If there are several concurrent calls, only the work of the last one
///     continues.
///   - operation: The work.
/// - Returns: The result of the work.
/// - Throws: The error that the work throws, which is usually `CancellationError` if the work was canceled.
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
      // The task may run before the thread that created it cancels it.
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
  /// Cancels the effects and tasks with an ID in the calling effect's feature and the features below it.
  ///
  /// They're canceled when this method returns. If the calling effect has this ID, it's canceled too. In canceled work,
  /// `Task.isCancelled` is `true`, and the store ignores actions that the work still sends. If canceled work is sending
  /// an action on another thread at this moment, the store may process that action after this method returns.
  ///
  /// Work that begins with this ID afterward isn't affected. Outside effects, this method does nothing.
  public static func cancel(id: some Hashable & Sendable) {
    guard let site = EffectSite.current else { return }
    site.registry.cancel(site.cancellation(id))
  }
}
