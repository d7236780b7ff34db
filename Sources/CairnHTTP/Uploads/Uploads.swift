import Logging
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Where a server keeps the files that arrive, and how many bytes all of them may have.
final class Uploads: Sendable {
  let room: UploadRoom
  private let parent: String
  private let logger: Logger
  private let folder = Mutex<UploadFolder?>(nil)

  /// - Parameters:
  ///   - parent: The folder in which the server's own one is made; nil for the system's for temporary files.
  ///   - limit: The most bytes of all files.
  init(in parent: String?, limit: Int, logger: Logger) {
    self.parent = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    self.logger = logger
    room = UploadRoom(limit: limit)
  }

  /// Removes what processes have left behind that have ended without doing so.
  func removeAbandoned() {
    UploadFolder.removeAbandoned(in: parent)
  }

  /// Begins a file; nil where the disk does not let that happen.
  /// - Parameter client: Whose share of the room it takes; nil if that's unknown.
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

  /// Says why a file could not be written.
  func report(_ error: SystemError) {
    logger.error("An upload can not be kept in \(parent): \(error)")
  }

  /// Lets go of the folder: it is there as long as its files are.
  func close() {
    folder.withLock { $0 = nil }
  }
}
