import Logging
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// The server's storage for uploaded files, which limits their total size.
final class Uploads: Sendable {
  let room: UploadRoom
  private let parent: String
  private let logger: Logger
  private let folder = Mutex<UploadFolder?>(nil)

  /// Creates a storage for uploads.
  ///
  /// - Parameters:
  ///   - parent: The folder in which the server creates its own folder, or `nil` for the system's temporary folder.
  ///   - limit: The maximum number of bytes of all files.
  init(in parent: String?, limit: Int, logger: Logger) {
    self.parent = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    self.logger = logger
    room = UploadRoom(limit: limit)
  }

  /// Deletes the folders of processes that have ended without deleting them.
  func removeAbandoned() {
    UploadFolder.removeAbandoned(in: parent)
  }

  /// Starts a file, or returns `nil` if the disk doesn't allow it.
  ///
  /// - Parameter client: The client whose share of the room is used, or `nil` if it's unknown.
  func begin(for client: AddressGroup?) -> FileWriter? {
    do throws(SystemError) {
      let folder = try folder.withLock { folder throws(SystemError) in
        if let folder { return folder }
        let new = try UploadFolder(in: parent)
        folder = new
        return new
      }
      return try FileWriter(StoredFile(in: folder, room: room, client: client))
    } catch {
      report(error)
      return nil
    }
  }

  /// Logs why a file couldn't be written.
  func report(_ error: SystemError) {
    logger.error("Couldn't store an upload in \(parent): \(error)")
  }

  /// Releases the folder, which exists as long as it has files.
  func close() {
    folder.withLock { $0 = nil }
  }
}
