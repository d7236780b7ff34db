extension Task where Success == Never, Failure == Never {
  /// Lets all that is ready to run, run.
  ///
  /// One `Task.yield()` goes round one queue. Tasks of low priority that are waited for one after
  /// another let the queues of all executors move several times. A task of a test's effects has a
  /// queue of its own with the others, and needs no more than to stand back in it.
  public static func megaYield(count: Int = 20) async {
    guard SerialTaskExecutor.current == nil else {
      for _ in 0..<count { await Task.yield() }
      return
    }
    for _ in 0..<count {
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
