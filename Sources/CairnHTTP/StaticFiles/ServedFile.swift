#if canImport(Glibc)
  import Glibc
#endif

/// A regular file that's open for reading, so that its responses are all from the same file. It's closed after the last
/// use.
public final class ServedFile: Sendable {
  private let descriptor: Int32
  /// The size of the file in bytes, when it was opened.
  package let size: Int
  /// The time of the last change, in seconds since 1970.
  package let modified: Int
  /// A strong entity tag. It changes with the file, its size, and the time of its last change in nanoseconds.
  package let tag: String

  /// The reason why a file can't be opened.
  package enum Failure: Error {
    /// The file can't be read, or isn't a regular file.
    case unreadable
    /// The process, or the system, can't open more files.
    case tooManyFiles
  }

  /// Opens a file.
  package init(path: String) throws(Failure) {
    // A zero would end the path too early.
    guard !path.utf8.contains(0) else { throw .unreadable }
    // Without `O_NONBLOCK`, opening a pipe waits for a writer.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      throw errno == EMFILE || errno == ENFILE ? .tooManyFiles : .unreadable
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .unreadable
    }
    size = Int(status.st_size)
    modified = status.st_mtim.tv_sec
    let parts = [Int(bitPattern: UInt(status.st_ino)), size, modified, status.st_mtim.tv_nsec]
    tag = "\"\(parts.map { String($0, radix: 36) }.joined(separator: "."))\""
  }

  deinit {
    close(descriptor)
  }

  /// Returns a second descriptor for the file, which the caller must close. The result is `nil` if the process has too
  /// many.
  func duplicate() -> Int32? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    return copy >= 0 ? copy : nil
  }

  /// Reads part of the file. The result is shorter if the file has shrunk.
  func bytes(in range: Range<Int>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      while count < range.count {
        let more = pread(
          descriptor, buffer.baseAddress.map { $0 + count }, range.count - count,
          range.lowerBound + count)
        if more < 0, errno == EINTR { continue }
        guard more > 0 else { return }
        count += more
      }
    }
  }
}
