/// Waits for something that comes in its own time: it is no work of the effect that waits.
///
/// A page waits a moment for effects that work, so that it shows what they bring. It does not wait for
/// an effect that is in here:
///
/// ```swift
/// import Cairn
///
/// func relay(_ next: () async -> String?, to show: (String) async -> Void) async {
///   while let message = await whileSettled({ await next() }) { await show(message) }
/// }
/// ```
/// Sleeping on a clock of the dependencies says so by itself, and so does a timer; for the elements of
/// a sequence there is `settling(after:)`. Load what a page is to show outside.
///
/// It counts in the effect's own task: an effect that waits for child tasks works, as one of them may.
/// Outside effects it does nothing.
public nonisolated(nonsending) func whileSettled<Result, Failure: Error>(
  _ wait: nonisolated(nonsending) () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  let mark = EffectActivity.beginWait()
  defer { mark?.end() }
  return try await wait()
}
