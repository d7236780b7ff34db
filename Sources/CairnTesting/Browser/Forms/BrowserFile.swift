/// A file on the computer of a ``Browser``'s user.
public struct BrowserFile: Equatable, Sendable {
  /// The name of the file.
  public var name: String
  /// The media type that the browser sends for the file.
  public var contentType: String
  /// The bytes of the file.
  public var contents: [UInt8]

  /// Creates a file from bytes.
  public init(
    _ name: String, contentType: String = "application/octet-stream", contents: [UInt8]
  ) {
    self.name = name
    self.contentType = contentType
    self.contents = contents
  }

  /// Creates a text file, encoded as UTF-8.
  public init(_ name: String, contentType: String = "text/plain", text: String) {
    self.init(name, contentType: contentType, contents: Array(text.utf8))
  }
}
