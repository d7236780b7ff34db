extension Task where Success == Never, Failure == Never {
  /// Lets all that is ready to run, run.
  ///
  /// One `Task.yield()` goes round one queue. Tasks of low priority that are waited for one after
  /// another let the queues of all executors move several times.
  static func megaYield() async {
    for _ in 0..<20 {
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
    }
  }

  /// Lets all that is ready to run, run, until a condition holds; and once more when it does.
  ///
  /// Where the machine is busy, a thread may be stopped in the middle of a task for longer than
  /// any number of turns of the others. So this also waits in real time, but not without end, as
  /// what the condition says need not come.
  ///
  /// - Parameters:
  ///   - patience: How long to wait, in real time.
  ///   - condition: What to wait for.
  static func megaYield(
    for patience: Duration,
    until condition: () -> Bool
  ) async {
    await megaYield()
    if condition() { return }
    let end = ContinuousClock.now.advanced(by: patience)
    repeat {
      // Detached, for the caller may have been cancelled, and then would not sleep.
      await Task<Void, Never>.detached { try? await Task.sleep(for: .milliseconds(1)) }.value
    } while !condition() && ContinuousClock.now < end
    await megaYield()
  }
}
