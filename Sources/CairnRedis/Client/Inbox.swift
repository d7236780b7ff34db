import CairnSessions
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The items that threads pass to another thread, and the pipe that wakes it.
final class Inbox<Item: Sendable>: Sendable {
  /// What the receiving thread has to do.
  struct Contents {
    var items: [Item] = []
    var isClosed = false
  }

  private let contents = Mutex(Contents())
  /// The end of the pipe that the receiving thread waits for.
  let reader: CInt
  private let writer: CInt

  init() throws(SessionStoreError) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw SessionStoreError(
        .other, reason: "Couldn't create a pipe: \(String(cString: strerror(errno))).",
        recoverySuggestion: "Raise the process's limit of open files.")
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    reader = ends[0]
    writer = ends[1]
  }

  deinit {
    close(reader)
    close(writer)
  }

  /// Passes an item to the receiving thread.
  ///
  /// - Returns: Whether it was accepted. A closed inbox accepts nothing.
  func add(_ item: Item) -> Bool {
    let wasEmpty = contents.withLock { contents -> Bool? in
      guard !contents.isClosed else { return nil }
      contents.items.append(item)
      return contents.items.count == 1
    }
    if wasEmpty == true { wake() }
    return wasEmpty != nil
  }

  /// Stops accepting items.
  func close() {
    contents.withLock { $0.isClosed = true }
    wake()
  }

  /// Takes the items, and empties the pipe. Called by the receiving thread.
  func take() -> Contents {
    var buffer: [UInt8] = Array(repeating: 0, count: 64)
    while read(reader, &buffer, buffer.count) > 0 {}
    return contents.withLock { contents in
      defer { contents.items = [] }
      return contents
    }
  }

  private func wake() {
    // A full pipe wakes the thread as well.
    var byte: UInt8 = 1
    _ = write(writer, &byte, 1)
  }

  private func close(_ descriptor: CInt) {
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #else
      _ = Darwin.close(descriptor)
    #endif
  }
}
