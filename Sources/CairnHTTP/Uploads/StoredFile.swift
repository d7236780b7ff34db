import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// A file in the server's upload folder. When it's no longer referenced, it's deleted, and its room is released.
final class StoredFile: Sendable {
  let path: String
  private let folder: UploadFolder
  private let room: UploadRoom
  private let client: AddressGroup?
  private let size = Atomic(0)

  init(in folder: UploadFolder, room: UploadRoom, client: AddressGroup?) {
    path = folder.newPath()
    self.folder = folder
    self.room = room
    self.client = client
  }

  deinit {
    unlink(path)
    room.give(back: size.load(ordering: .relaxed), for: client)
  }

  /// Reserves room for more bytes.
  ///
  /// - Returns: Whether there was enough room.
  func grow(by count: Int) -> Bool {
    guard room.take(count, for: client) else { return false }
    size.add(count, ordering: .relaxed)
    return true
  }
}

/// A writer for a file that's arriving, used on one thread.
final class FileWriter {
  private let file: StoredFile
  private let descriptor: Int32
  private var hasher = SHA256()
  private(set) var size = 0

  init(_ file: StoredFile) throws(SystemError) {
    self.file = file
    descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor < 0 { throw SystemError() }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Appends bytes.
  ///
  /// - Returns: Whether the uploads have enough room for the bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Bool {
    guard file.grow(by: bytes.count) else { return false }
    var written = 0
    while written < bytes.count {
      let count = Glibc.write(
        descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      if count < 0 {
        if errno == EINTR { continue }
        throw SystemError()
      }
      written += count
    }
    hasher.update(bytes)
    size += bytes.count
    return true
  }

  /// Returns the finished file.
  func end(of part: MultipartParser.Header) -> HTTPFile {
    HTTPFile(
      field: part.name, name: part.fileName ?? "", contentType: part.contentType ?? "", size: size,
      digest: hasher.finalize().bytes, file: file)
  }
}
