/// A file that a user of a ``Browser`` has.
public struct BrowserFile: Equatable, Sendable {
  /// What it is called.
  public var name: String
  /// What the browser takes it for.
  public var contentType: String
  /// Its bytes.
  public var contents: [UInt8]

  /// A file of bytes.
  public init(
    _ name: String, contentType: String = "application/octet-stream", contents: [UInt8]
  ) {
    self.name = name
    self.contentType = contentType
    self.contents = contents
  }

  /// A file of text.
  public init(_ name: String, contentType: String = "text/plain", text: String) {
    self.init(name, contentType: contentType, contents: Array(text.utf8))
  }
}
