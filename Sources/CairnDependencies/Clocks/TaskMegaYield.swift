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
}
