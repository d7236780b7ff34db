import Foundation
import Synchronization

/// A folder for the files of one server, which other users can't read. It's deleted with its last file.
///
/// The folder is locked as long as the process lives. An unlocked folder was therefore left behind by a process that
/// has ended, and can be deleted with its contents.
final class UploadFolder: Sendable {
  let path: String
  private let descriptor: Int32
  private let count = Atomic(0)

  /// Creates a folder within the given folder. Throws the system's error if that fails.
  init(in parent: String) throws(SystemError) {
    let template = "\(parent)/\(Self.prefix)XXXXXX"
    // Another process can delete the folder as abandoned before it's locked, so try several times.
    for _ in 0..<8 {
      var name = Array(template.utf8CString)
      guard mkdtemp(&name) != nil else { throw SystemError() }
      let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      var status = stat()
      if flock(descriptor, LOCK_EX) == 0, fstat(descriptor, &status) == 0, status.st_nlink > 0 {
        self.path = path
        self.descriptor = descriptor
        return
      }
      close(descriptor)
    }
    throw SystemError(code: ENOENT)
  }

  deinit {
    rmdir(path)
    close(descriptor)
  }

  /// Returns a path for a new file, which wasn't used before.
  func newPath() -> String {
    "\(path)/\(count.add(1, ordering: .relaxed).newValue)"
  }

  private static let prefix = "cairn-uploads-"

  /// Deletes the folders that ended processes of this user have left behind.
  static func removeAbandoned(in parent: String) {
    for name in names(in: parent) where name.hasPrefix(prefix) {
      let path = "\(parent)/\(name)"
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
        flock(descriptor, LOCK_EX | LOCK_NB) == 0
      else { continue }
      for file in names(in: path) { unlinkat(descriptor, file, 0) }
      rmdir(path)
    }
  }

  private static func names(in path: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }
}

/// The error of a failed system call.
struct SystemError: Error, CustomStringConvertible {
  var code: Int32

  init(code: Int32 = errno) {
    self.code = code
  }

  var description: String { String(cString: strerror(code)) }
}
