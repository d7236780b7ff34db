import Foundation
import Synchronization

/// A folder for the files of one server, which no other user can read. It goes with the last of them.
///
/// It is locked as long as the process lives: whoever finds one that nobody has locked knows that its process has
/// ended, and removes it with all that is in it.
final class UploadFolder: Sendable {
  let path: String
  private let descriptor: Int32
  private let count = Atomic(0)

  /// Makes a folder in another one; fails with the number of the system's error.
  init(in parent: String) throws(SystemError) {
    let template = "\(parent)/\(Self.prefix)XXXXXX"
    // Whoever tidies up may take it for an abandoned one before it is locked.
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

  /// A path for a new file, which no other has had.
  func newPath() -> String {
    "\(path)/\(count.add(1, ordering: .relaxed).newValue)"
  }

  private static let prefix = "cairn-uploads-"

  /// Removes what processes of this user have left behind.
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

/// What the system says of a call that has failed.
struct SystemError: Error, CustomStringConvertible {
  var code: Int32

  init(code: Int32 = errno) {
    self.code = code
  }

  var description: String { String(cString: strerror(code)) }
}
