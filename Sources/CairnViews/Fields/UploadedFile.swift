import CairnDependencies
public import Foundation
import IssueReporting

/// A file that a user chose in a ``FileField``.
///
/// The file is temporary. To keep it, move it to a permanent location in an effect, and store only the result in your
/// state:
///
/// ```swift
/// case .photoChosen(let file):
///   return .run { [id = state.id] send in
///     try file.move(to: photos.appending(path: "\(id)"))
///     await send(.photoSaved)
///   }
/// ```
///
/// A state can also contain the file until the user submits the form. When the scene is stored, the file is saved in the
/// dependency `uploadStore`. After a restart, and on other servers with the same store, it can still be read. Otherwise,
/// the file is removed when the last copy of this value is released. A stored file is removed some time after the last
/// scene that contains it was stored. Reading it then throws ``MissingUpload``.
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
  private let source: any UploadSource

  /// The location of the file, until a copy of this value is moved or the last copy is released.
  ///
  /// A file that was stored with a state is first copied from its store. If it no longer exists, there's no file at the
  /// location.
  public var url: URL { source.url }

  /// Creates a value for a file that exists.
  /// - Parameters:
  ///   - owner: An object that removes the file when it's released.
  ///   - store: The store that saves the file when the value is encoded.
  package init(
    name: String, contentType: String, size: Int, path: String, owner: any AnyObject & Sendable,
    store: (any UploadStore)?
  ) {
    self.name = Self.shown(name)
    self.contentType = contentType
    self.size = size
    source = LocalUpload(path: path, owner: owner, store: store)
  }

  /// Creates a file with the given contents, for tests and previews.
  public init(name: String, contentType: String = "", contents: Data) throws {
    @Dependency(\.uploadStore) var store
    let file = TemporaryFile()
    try contents.write(to: URL(filePath: file.path), options: .withoutOverwriting)
    self.init(
      name: name, contentType: contentType, size: contents.count, path: file.path, owner: file,
      store: store)
  }

  /// Returns the contents of the file.
  ///
  /// - Throws: ``MissingUpload`` if the file was stored with a state and no longer exists, or an error of the file system.
  public func contents() throws -> Data { try source.contents() }

  /// Moves the file to a permanent location.
  ///
  /// A file that's already there is replaced atomically. After the move, other copies of this value have no file.
  /// Only the server's user can read the file, unless you change its permissions.
  ///
  /// - Throws: ``MissingUpload`` if the file was stored with a state and no longer exists, or an error if the folder
  ///   doesn't exist, or if space or permissions are missing. In this case, nothing is changed.
  public func move(to destination: URL) throws { try source.move(to: destination) }

  /// Returns whether two values have the same file.
  public static func == (one: Self, other: Self) -> Bool { one.source.id == other.source.id }

  /// Hashes the identity of the file.
  public func hash(into hasher: inout Hasher) { hasher.combine(source.id) }

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

extension UploadedFile: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, name, contentType, size
  }

  /// Encodes the properties of the file, and saves its contents in the dependency `uploadStore`.
  ///
  /// If the contents can't be saved, this reports an issue. After decoding, the file is then missing.
  public func encode(to encoder: any Encoder) throws {
    do {
      try source.keep()
    } catch {
      reportIssue(
        """
        An uploaded file couldn't be saved with the state that contains it. After a restart, or on another server, the \
        user must choose it again. \(error)
        """)
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(source.id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(contentType, forKey: .contentType)
    try container.encode(size, forKey: .size)
  }

  /// Decodes a file. Its contents are read from the dependency `uploadStore` when they're needed.
  public init(from decoder: any Decoder) throws {
    @Dependency(\.uploadStore) var store
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = Self.shown(try container.decode(String.self, forKey: .name))
    contentType = try container.decode(String.self, forKey: .contentType)
    size = try container.decode(Int.self, forKey: .size)
    source = StoredUpload(
      try container.decode(UploadID.self, forKey: .id), name: name, store: store)
  }
}
