import CairnSessions

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keeps a file from everyone but its owner.
///
/// An existing file is never opened here: closing it would drop the locks that another store of
/// this process holds on it.
enum FileMode {
  /// Makes an empty file with mode 0600 where there is none. SQLite gives the files beside it the
  /// same mode.
  static func create(_ path: String) throws(SessionStoreError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno != EEXIST {
      throw failure(path)
    }
  }

  /// Gives a file, and those of SQLite beside it, mode 0600.
  static func makePrivate(_ path: String) throws(SessionStoreError) {
    if chmod(path, 0o600) != 0 { throw failure(path) }
    for suffix in ["-wal", "-shm"] { _ = chmod(path + suffix, 0o600) }
  }

  private static func failure(_ path: String) -> SessionStoreError {
    SessionStoreError(
      .inaccessible, reason: "Could not open \(path): \(String(cString: strerror(errno))).",
      advice: "Make sure that its directory is there and that the server's user may write in it.")
  }
}
