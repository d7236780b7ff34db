public import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A temporary file that a user chose in a ``FileField``.
///
/// The file is removed when the last copy of this value is released. It doesn't outlive the process, so it can't be
/// encoded. Move it to a permanent location in an effect, and store only the result in your state:
///
/// ```swift
/// case .photoChosen(let file):
///   return .run { [id = state.id] send in
///     try file.move(to: photos.appending(path: "\(id)"))
///     await send(.photoSaved)
///   }
/// ```
///
/// The values of ``name`` and ``contentType`` come from the client, so don't trust them. You can display the name,
/// but don't use it as a file name.
public struct UploadedFile: Sendable, Hashable {
  /// The file's name, without folders and control characters, with 1 to 255 bytes.
  public let name: String
  /// The type that the client claims, such as `image/png`, or an empty string if the client doesn't claim a type.
  public let contentType: String
  /// The size in bytes.
  public let size: Int
  /// The location of the file, until a copy of this value is moved or the last copy is released.
  public let url: URL
  private let owner: any AnyObject & Sendable

  /// Creates a value for a file that exists.
  /// - Parameter owner: An object that removes the file when it's released.
  package init(
    name: String, contentType: String, size: Int, path: String, owner: any AnyObject & Sendable
  ) {
    self.name = Self.shown(name)
    self.contentType = contentType
    self.size = size
    url = URL(filePath: path)
    self.owner = owner
  }

  /// Creates a file with the given contents, for tests and previews.
  public init(name: String, contentType: String = "", contents: Data) throws {
    let file = TemporaryFile()
    try contents.write(to: URL(filePath: file.path), options: .withoutOverwriting)
    self.init(
      name: name, contentType: contentType, size: contents.count, path: file.path, owner: file)
  }

  /// Returns the contents of the file.
  public func contents() throws -> Data {
    try withExtendedLifetime(owner) { try Data(contentsOf: url) }
  }

  /// Moves the file to a permanent location.
  ///
  /// A file that's already there is replaced atomically. After the move, other copies of this value have no file.
  /// Only the server's user can read the file, unless you change its permissions.
  ///
  /// - Throws: An error if the folder doesn't exist, or if space or permissions are missing. In this case, nothing is
  ///   changed.
  public func move(to destination: URL) throws {
    try withExtendedLifetime(owner) {
      if rename(url.path, destination.path) == 0 { return }
      // Renaming usually fails because the folder is on another volume.
      let temporary = destination.deletingLastPathComponent()
        .appending(path: ".cairn-upload-\(UUID().uuidString)")
      do {
        try FileManager.default.copyItem(at: url, to: temporary)
        guard rename(temporary.path, destination.path) == 0 else {
          throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: destination.path])
        }
      } catch {
        try? FileManager.default.removeItem(at: temporary)
        throw error
      }
    }
  }

  /// Returns whether two values have the same file.
  public static func == (one: Self, other: Self) -> Bool { one.url == other.url }

  /// Hashes the location of the file.
  public func hash(into hasher: inout Hasher) { hasher.combine(url) }

  /// Returns a client's name for a file without folders and control characters.
  package static func shown(_ name: String) -> String {
    let last = name.utf8.lastIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    let start = last.map { name.utf8.index(after: $0) } ?? name.startIndex
    var shown = ""
    for scalar in name.unicodeScalars[start...] {
      // Format characters can change the direction of the text that follows.
      guard
        ![.control, .format, .lineSeparator, .paragraphSeparator]
          .contains(scalar.properties.generalCategory)
      else { continue }
      guard shown.utf8.count + UTF8.width(scalar) <= 255 else { break }
      shown.unicodeScalars.append(scalar)
    }
    return ["", ".", ".."].contains(shown) ? "file" : shown
  }
}

extension UploadedFile: CustomReflectable {
  /// A mirror without the temporary location, which isn't useful in output.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "contentType": contentType, "size": size])
  }
}

/// The path of a temporary file, which is removed when the object is released.
private final class TemporaryFile: Sendable {
  let path = FileManager.default.temporaryDirectory
    .appending(path: "cairn-upload-\(UUID().uuidString)").path

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
