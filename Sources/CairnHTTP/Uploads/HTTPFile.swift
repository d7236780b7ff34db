/// A file that a form has brought. It is on disk as long as somebody has a copy of this value.
public struct HTTPFile: Sendable {
  /// The name of the form's field.
  public let field: String
  /// What the client calls the file: any text that is not empty.
  public let name: String
  /// What the client claims the file to be, such as `image/png`; empty where it says nothing.
  public let contentType: String
  /// In bytes.
  public let size: Int
  /// The SHA-256 of its bytes.
  public let digest: [UInt8]
  let file: StoredFile

  /// Where it is.
  public var path: String { file.path }

  /// What keeps it there.
  package var owner: any AnyObject & Sendable { file }
}
