public import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// A store for uploaded files in a folder, which several servers can share, for example over NFS.
///
/// Each file is named by its ID, and only the user of the process can read it. Servers that share the folder must therefore
/// run with the same user ID. Other files in the folder are ignored.
public final class FolderUploadStore: UploadStore, CustomStringConvertible {
  private let folder: String
  private let limit: Int
  /// The number of bytes of all files, as far as it's known, or `nil` before it was counted.
  private let size = Mutex<Int?>(nil)
  /// Whether the folder is created before the first file is saved.
  private let createsFolder: Bool

  /// Creates a store in an existing folder.
  ///
  /// - Parameters:
  ///   - folder: The folder, which must be writable.
  ///   - limit: The maximum number of bytes of all files. Files by other servers are counted with a delay. The default
  ///     is 1 GiB.
  /// - Throws: An ``UploadStoreError`` if files can't be created, read, or removed in the folder.
  public init(_ folder: URL, limit: Int = 1 << 30) throws {
    self.folder = folder.path
    self.limit = limit
    createsFolder = false
    try check()
  }

  /// Creates a store in a folder that's created when it's needed, and that other users can't access.
  package init(creating folder: String, limit: Int = 1 << 30) {
    self.folder = folder
    self.limit = limit
    createsFolder = true
  }

  /// The path of the folder, for the log.
  public var description: String { folder }

  /// Checks whether files can be created, read, and removed.
  private func check() throws {
    let path = "\(folder)/.check-\(UploadID())\(Self.suffix)"
    do {
      try Self.create(path) { _ in }
      let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { throw Self.systemError() }
      close(descriptor)
      guard unlink(path) == 0 else { throw Self.systemError() }
    } catch {
      unlink(path)
      throw Self.error("The folder for uploads '\(folder)' can't be used", error)
    }
  }

  public func save(_ file: URL, as id: UploadID) throws {
    let count = (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
    guard reserve(count) else {
      throw UploadStoreError(
        .full, "The folder for uploads '\(folder)' has reached its limit of \(limit) bytes.")
    }
    let temporary = "\(folder)/.\(UploadID())\(Self.suffix)"
    do {
      if createsFolder { try createFolder() }
      try Self.create(temporary) { try Self.copy(file.path, to: $0) }
      guard rename(temporary, path(of: id)) == 0 else { throw Self.systemError() }
    } catch {
      unlink(temporary)
      size.withLock { $0? -= count }
      if let error = error as? UploadStoreError { throw error }
      throw Self.error("An upload couldn't be saved in '\(folder)'", error)
    }
  }

  public func renew(_ id: UploadID) throws -> Bool {
    guard try isFolderReady() else { return false }
    if utimes(path(of: id), nil) == 0 { return true }
    if errno == ENOENT { return false }
    throw Self.error("An upload in '\(folder)' can't be accessed", Self.systemError())
  }

  public func open(_ id: UploadID) throws -> FileHandle? {
    guard try isFolderReady() else { return nil }
    let descriptor = Glibc.open(path(of: id), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    if descriptor >= 0 { return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true) }
    if errno == ENOENT { return nil }
    throw Self.error("An upload in '\(folder)' can't be read", Self.systemError())
  }

  public func remove(_ id: UploadID) throws {
    guard try isFolderReady() else { return }
    if unlink(path(of: id)) == 0 {
      size.withLock { $0 = nil }
    } else if errno != ENOENT {
      throw Self.error("An upload in '\(folder)' couldn't be removed", Self.systemError())
    }
  }

  public func removeAll(unusedSince time: Date) throws {
    guard try isFolderReady() else { return }
    var failure: POSIXError?
    for (path, status) in files() where Self.time(of: status) < time.timeIntervalSince1970 {
      // One file that can't be removed must not keep the others.
      if unlink(path) != 0, errno != ENOENT { failure = Self.systemError() }
    }
    // Other servers may have saved or removed files.
    size.withLock { $0 = nil }
    if let failure { throw Self.error("An upload in '\(folder)' couldn't be removed", failure) }
  }

  private func path(of id: UploadID) -> String { "\(folder)/\(id)" }

  /// Reserves room for bytes, and returns whether there is enough.
  private func reserve(_ count: Int) -> Bool {
    size.withLock { size in
      let before = size ?? files().reduce(0) { $0 + Int($1.status.st_size) }
      guard before + count <= limit else {
        size = before
        return false
      }
      size = before + count
      return true
    }
  }

  /// Returns the paths of all complete and incomplete uploads.
  private func files() -> [(path: String, status: stat)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { name in
      guard UploadID(name) != nil || name.hasPrefix(".") && name.hasSuffix(Self.suffix) else {
        return nil
      }
      let path = "\(folder)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      return (path, status)
    }
  }

  /// Creates the folder, or checks that an existing one belongs only to this user.
  private func createFolder() throws {
    if mkdir(folder, 0o700) == 0 { return }
    guard errno == EEXIST else { throw Self.systemError() }
    _ = try isFolderReady()
  }

  /// Returns whether the folder exists, or throws an error if it should belong only to this user and doesn't.
  ///
  /// In a folder for temporary files, other users could have put a link with its name.
  private func isFolderReady() throws -> Bool {
    guard createsFolder else { return true }
    var status = stat()
    guard lstat(folder, &status) == 0 else {
      if errno == ENOENT { return false }
      throw Self.error("The folder for uploads '\(folder)' can't be accessed", Self.systemError())
    }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
      status.st_mode & 0o077 == 0
    else {
      throw UploadStoreError(
        .inaccessible,
        "The folder for uploads '\(folder)' isn't private. Remove it, or choose another with --uploads."
      )
    }
    return true
  }

  /// Creates a private file, and makes it durable.
  ///
  /// - Parameter write: Writes the contents to a file descriptor.
  private static func create(_ path: String, _ write: (Int32) throws -> Void) throws {
    let descriptor = Glibc.open(
      path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw systemError() }
    defer { close(descriptor) }
    try write(descriptor)
    guard fsync(descriptor) == 0 else { throw systemError() }
  }

  private static func copy(_ path: String, to target: Int32) throws {
    let source = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw systemError() }
    defer { close(source) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(source, &buffer, buffer.count)
      if count == 0 { return }
      if count < 0 {
        if errno == EINTR { continue }
        throw systemError()
      }
      var written = 0
      while written < count {
        let more = buffer[written..<count].withUnsafeBytes {
          write(target, $0.baseAddress, $0.count)
        }
        if more < 0 {
          if errno == EINTR { continue }
          throw systemError()
        }
        written += more
      }
    }
  }

  private static let suffix = ".part"

  private static func time(of status: stat) -> Double {
    Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
  }

  private static func systemError() -> POSIXError { POSIXError(.init(rawValue: errno) ?? .EIO) }

  private static func error(_ text: String, _ error: any Error) -> UploadStoreError {
    let code = (error as? POSIXError)?.code
    let isFull = code == .ENOSPC || code == .EDQUOT
    let reason = code.map { String(cString: strerror($0.rawValue)) } ?? "\(error)"
    return UploadStoreError(isFull ? .full : .inaccessible, "\(text): \(reason).")
  }
}
