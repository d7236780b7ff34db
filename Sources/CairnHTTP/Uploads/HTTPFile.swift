/// An uploaded file of a form. It's on disk as long as a copy of this value exists.
public struct HTTPFile: Sendable {
  /// The name of the form field.
  public let field: String
  /// The client's name for the file, which can be any nonempty text.
  public private(set) var name: String
  /// The content type that the client claims, such as `image/png`, or an empty string if it's missing.
  public let contentType: String
  /// The size of the file in bytes.
  public let size: Int
  /// The SHA-256 digest of the file.
  public let digest: [UInt8]
  let file: StoredFile

  /// Returns the file with another name.
  package func named(_ name: String) -> HTTPFile {
    var copy = self
    copy.name = name
    return copy
  }

  /// The path of the file.
  public var path: String { file.path }

  /// The object that keeps the file on disk.
  package var owner: any AnyObject & Sendable { file }
}
