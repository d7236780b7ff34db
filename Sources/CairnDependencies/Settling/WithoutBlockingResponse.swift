/// Waits for something that can take any length of time, without blocking the response to a form.
///
/// A response waits briefly for effects that are working, so that the page shows their results. It doesn't wait
/// for an effect that is inside this function:
///
/// ```swift
/// import Cairn
///
/// func relay(_ next: () async -> String?, to show: (String) async -> Void) async {
///   while let message = await withoutBlockingResponse({ await next() }) { await show(message) }
/// }
/// ```
/// You don't need this function for sleeping on a clock of the dependencies or for timers. For the elements of
/// a sequence, use `ignoredForResponse(after:)`. Load data that the page should show outside the closure.
///
/// Only waits in the effect's own task count. An effect that waits for child tasks counts as working, because a
/// child may be working. Outside effects, the function only runs the closure.
public nonisolated(nonsending) func withoutBlockingResponse<Result, Failure: Error>(
  _ wait: nonisolated(nonsending) () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  let mark = EffectActivity.beginWait()
  defer { mark?.end() }
  return try await wait()
}
