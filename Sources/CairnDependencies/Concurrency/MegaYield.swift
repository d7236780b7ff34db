extension Task where Success == Never, Failure == Never {
  /// Suspends the task so that all other tasks that are ready can run.
  ///
  /// A single `Task.yield()` lets only one queue advance. Waiting for several tasks of low priority, one after
  /// another, lets the queues of all executors advance several times. The effects of a test share a queue of
  /// their own, so their tasks only need to yield.
  /// - Parameter count: The number of times to yield.
  public static func megaYield(count: Int = 20) async {
    guard SerialTaskExecutor.current == nil else {
      for _ in 0..<count { await Task.yield() }
      return
    }
    for _ in 0..<count {
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
    }
  }

  /// Lets all tasks that are ready run, until a condition is true, and then again.
  ///
  /// On a busy machine, a thread may be stopped in the middle of a task for longer than any number of turns of
  /// other tasks. This method therefore also waits in real time. The time is limited, because the condition may
  /// never become true.
  ///
  /// - Parameters:
  ///   - patience: The maximum time to wait, in real time.
  ///   - condition: The condition to wait for.
  static func megaYield(
    for patience: Duration,
    until condition: () -> Bool
  ) async {
    await megaYield()
    if condition() { return }
    let end = ContinuousClock.now.advanced(by: patience)
    repeat {
      // Use a detached task, because the current task may have been canceled and wouldn't sleep.
      await Task<Void, Never>.detached { try? await Task.sleep(for: .milliseconds(1)) }.value
    } while !condition() && ContinuousClock.now < end
    await megaYield()
  }
}
