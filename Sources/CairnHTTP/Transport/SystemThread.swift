import CMicroHTTPD
import Glibc

/// A thread of this process, as the system sees it.
struct SystemThread {
  /// The system's ID of the thread, or 0 if there's no thread yet.
  let id: Int32

  static var current: SystemThread { SystemThread(id: cairn_thread_id()) }

  /// Whether the thread waits for an event. It doesn't if it waits for a processor.
  var isWaiting: Bool {
    let file = open("/proc/self/task/\(id)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { return false }
    return Self.isWaiting(stat: bytes[..<count])
  }

  /// Returns whether a line of `/proc` is about a thread that waits. After the ID and the name in parentheses, which can
  /// contain any characters, it has a letter for the state.
  static func isWaiting(stat: ArraySlice<UInt8>) -> Bool {
    guard let end = stat.lastIndex(of: UInt8(ascii: ")")) else { return false }
    return stat[end...].dropFirst(2).first == UInt8(ascii: "S")
  }
}
