package import CairnSessions

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Access permissions that restrict a file to its owner.
///
/// An existing file is never opened here. Closing it would release the locks that another store of this
/// process holds on it.
package enum FileMode {
  /// Creates an empty file with mode 0600 if it doesn't exist. SQLite gives the `-wal` and `-shm` files the same mode.
  package static func create(_ path: String) throws(SessionStoreError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno != EEXIST {
      throw failure(path)
    }
  }

  /// Sets the mode of a file and of its `-wal` and `-shm` files to 0600.
  package static func makePrivate(_ path: String) throws(SessionStoreError) {
    if chmod(path, 0o600) != 0 { throw failure(path) }
    for suffix in ["-wal", "-shm"] { _ = chmod(path + suffix, 0o600) }
  }

  private static func failure(_ path: String) -> SessionStoreError {
    SessionStoreError(
      .inaccessible, reason: "Couldn't open \(path): \(String(cString: strerror(errno))).",
      recoverySuggestion:
        "Make sure that its directory exists and that the server's user can write to it.")
  }
}
