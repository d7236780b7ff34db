import CairnSessions
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The operations that threads pass to the client's thread, and the pipe that wakes it.
final class Inbox: Sendable {
  /// What the client's thread has to do.
  struct Contents {
    var operations: [Operation] = []
    var isClosed = false
  }

  private let contents = Mutex(Contents())
  /// The end of the pipe that the client's thread waits for.
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

  /// Passes an operation to the client's thread.
  ///
  /// - Returns: Whether it was accepted. A closed inbox accepts nothing.
  func add(_ operation: Operation) -> Bool {
    let wasEmpty = contents.withLock { contents -> Bool? in
      guard !contents.isClosed else { return nil }
      contents.operations.append(operation)
      return contents.operations.count == 1
    }
    if wasEmpty == true { wake() }
    return wasEmpty != nil
  }

  /// Stops accepting operations.
  func close() {
    contents.withLock { $0.isClosed = true }
    wake()
  }

  /// Takes the operations, and empties the pipe. Called by the client's thread.
  func take() -> Contents {
    var buffer: [UInt8] = Array(repeating: 0, count: 64)
    while read(reader, &buffer, buffer.count) > 0 {}
    return contents.withLock { contents in
      defer { contents.operations = [] }
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
