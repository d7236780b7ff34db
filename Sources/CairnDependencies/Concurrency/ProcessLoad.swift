#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The work that the process has to do.
package enum ProcessLoad {
  /// Whether a thread other than the current one is running, or waits for a processor or a disk.
  ///
  /// On a loaded machine, a thread with work to do can wait for a processor for a long time. It counts as busy. Threads
  /// that wait for a lock, a timer, or the network don't. On systems without `/proc`, the value is `false`.
  package static var isBusy: Bool {
    guard let folder = opendir("/proc/self/task") else { return false }
    defer { closedir(folder) }
    // The current thread is running.
    var others = -1
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if isRunnable(name) { others += 1 }
      if others > 0 { return true }
    }
    return false
  }

  /// Whether the thread with an ID is runnable. For other names in the folder, such as `..`, it returns `false`.
  private static func isRunnable(_ thread: String) -> Bool {
    let file = open("/proc/self/task/\(thread)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    // The state is the letter after the thread's name, as in `17 (name) R 1 …`. The name can contain parentheses.
    return withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
      let bytes = buffer.prefix(max(0, read(file, buffer.baseAddress, buffer.count)))
      guard let end = bytes.lastIndex(of: UInt8(ascii: ")")), end + 2 < bytes.endIndex else {
        return false
      }
      return bytes[end + 2] == UInt8(ascii: "R") || bytes[end + 2] == UInt8(ascii: "D")
    }
  }

  /// Lets the tasks that are ready begin, and returns whether the process still has work to do.
  ///
  /// A single look at the threads would often find one that has just been woken by the caller's own timer.
  package static func isBusyAfterTurn() async -> Bool {
    let wasBusy = isBusy
    // Each priority can have a queue of its own, and blocked threads can keep a queue from advancing.
    for priority in [TaskPriority.background, .low, .medium, .high] {
      await Task<Void, Never>.detached(priority: priority) {}.value
    }
    return wasBusy && isBusy
  }
}
