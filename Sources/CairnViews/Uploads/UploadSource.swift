import Foundation

/// The place from which an uploaded file is read.
protocol UploadSource: AnyObject, Sendable {
  var id: UploadID { get }

  /// The location of a local file with the contents, which may not exist.
  var url: URL { get }

  func contents() throws -> Data

  /// Moves the file, or replaces the file at the destination atomically.
  func move(to destination: URL) throws

  /// Saves the file in the store, or notes that it's still in use.
  func keep() throws
}

/// An error that's thrown if an ``UploadedFile`` that was stored with a state no longer exists.
///
/// Ask the user to choose the file again.
public struct MissingUpload: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the file.
  public let name: String

  /// Creates an error for a file with the given name.
  public init(name: String) {
    self.name = name
  }

  public var description: String {
    "The uploaded file “\(name)” no longer exists. Ask the user to choose it again."
  }
}

/// An upload that this process has received.
final class LocalUpload: UploadSource {
  let id = UploadID()
  let url: URL
  private let owner: any AnyObject & Sendable
  private let store: (any UploadStore)?
  private let renewals = UploadRenewals()

  /// - Parameter owner: An object that removes the file when it's released.
  init(path: String, owner: any AnyObject & Sendable, store: (any UploadStore)?) {
    url = URL(filePath: path)
    self.owner = owner
    self.store = store
  }

  func contents() throws -> Data { try Data(contentsOf: url) }

  func move(to destination: URL) throws {
    try Self.move(url, to: destination)
    if renewals.hasBegun { try? store?.remove(id) }
  }

  private static func move(_ url: URL, to destination: URL) throws {
    if rename(url.path, destination.path) == 0 { return }
    // Renaming usually fails because the folder is on another volume.
    try destination.replace { try FileManager.default.copyItem(at: url, to: $0) }
  }

  func keep() throws {
    guard let store else {
      throw UploadStoreError(
        .inaccessible, "There is no store for uploads. Set the dependency 'uploadStore'.")
    }
    try renewals.perform {
      if try !store.renew(id) { try store.save(url, as: id) }
    }
  }
}

/// An upload that was stored with a state.
final class StoredUpload: UploadSource {
  let id: UploadID
  private let name: String
  private let store: (any UploadStore)?
  private let renewals = UploadRenewals()
  private let copy = TemporaryFile()
  private let copying = NSLock()

  init(_ id: UploadID, name: String, store: (any UploadStore)?) {
    self.id = id
    self.name = name
    self.store = store
  }

  private func open() throws -> FileHandle {
    guard let handle = try store?.open(id) else { throw MissingUpload(name: name) }
    return handle
  }

  var url: URL {
    let url = URL(filePath: copy.path)
    copying.withLock {
      guard !FileManager.default.fileExists(atPath: copy.path) else { return }
      try? url.replace { try write(to: $0) }
    }
    return url
  }

  func contents() throws -> Data { try open().readToEnd() ?? Data() }

  func move(to destination: URL) throws {
    try destination.replace { try write(to: $0) }
    try? store?.remove(id)
  }

  private func write(to url: URL) throws {
    let source = try open()
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
    guard
      FileManager.default.createFile(atPath: url.path, contents: nil, attributes: attributes)
    else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path]) }
    let target = try FileHandle(forWritingTo: url)
    while let bytes = try source.read(upToCount: 1 << 16), !bytes.isEmpty {
      try target.write(contentsOf: bytes)
    }
    try target.close()
  }

  func keep() throws {
    try renewals.perform { _ = try store?.renew(id) }
  }
}

/// The path of a temporary file, which is removed when the object is released.
final class TemporaryFile: Sendable {
  let path = FileManager.default.temporaryDirectory
    .appending(path: "cairn-upload-\(UUID().uuidString)").path

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

extension URL {
  /// Writes a file next to the URL, and then replaces the file at the URL with it.
  fileprivate func replace(_ write: (URL) throws -> Void) throws {
    let temporary = deletingLastPathComponent()
      .appending(path: ".cairn-upload-\(UUID().uuidString)")
    do {
      try write(temporary)
      guard rename(temporary.path, path) == 0 else {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
      }
    } catch {
      try? FileManager.default.removeItem(at: temporary)
      throw error
    }
  }
}
