import CairnBytes
import Foundation

extension ServerSecret {
  /// Reads the secret from a file. Creates the file if it doesn't exist.
  ///
  /// The file contains the text of ``init(text:)``. Only its owner may read it (mode 0600). A file that others can read
  /// is rejected.
  ///
  /// - Throws: ``SecretFileError``
  package init(file path: String) throws {
    if let made = try Self.make(path) {
      self = made
      return
    }
    var status = stat()
    guard stat(path, &status) == 0, let text = try? String(contentsOfFile: path, encoding: .utf8)
    else { throw SecretFileError("can't be read", path) }
    guard status.st_mode & 0o077 == 0 else {
      throw SecretFileError(
        "can be read by other users. Run chmod 600 on it, or delete it to create a new one", path)
    }
    do {
      try self.init(text: text)
    } catch {
      throw SecretFileError("isn't a valid secret. \(error)", path)
    }
  }

  /// Writes a new secret, or returns `nil` if the file already exists.
  private static func make(_ path: String) throws -> ServerSecret? {
    guard access(path, F_OK) != 0 else { return nil }
    try? FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    // The secret is written to a temporary file, which is then linked to the path. Another process that starts at the
    // same time finds the complete file, or creates it first.
    let bytes = RandomToken.bytes(minimumLength)
    // The name is random instead of a process ID. A process with the same ID may have been killed here.
    let draft = "\(path).\(RandomToken.sceneID())"
    let file = open(draft, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw SecretFileError("can't be created: \(String(cString: strerror(errno)))", path)
    }
    defer { unlink(draft) }
    let text = Array((bytes.map(\.paddedHex).joined() + "\n").utf8)
    let written = text.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    let isSynced = fsync(file) == 0
    close(file)
    guard written == text.count, isSynced else {
      throw SecretFileError("can't be written", path)
    }
    guard link(draft, path) == 0 else {
      if errno == EEXIST { return nil }
      throw SecretFileError("can't be created: \(String(cString: strerror(errno)))", path)
    }
    return ServerSecret(bytes)
  }
}

/// An error that explains why the secret's file can't be used. It's one line, unless the path contains line breaks.
package struct SecretFileError: Error, CustomStringConvertible {
  package let description: String

  init(_ problem: String, _ path: String) {
    description = "The secret file '\(path)' \(problem)."
  }
}
