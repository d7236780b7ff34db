/// An error in a string catalog.
public struct StringCatalogError: Error, Hashable, CustomStringConvertible {
  /// The name of the file.
  public let file: String
  /// The key with the error, or `nil` if the file can't be read at all.
  public let key: String?
  /// The language with the error, or `nil` if the error isn't in a translation.
  public let language: Language?
  /// A sentence about the error.
  public let reason: String

  /// A description that contains the file, the key, and the language.
  public var description: String {
    let key = key.map { ", key \"\($0)\"" } ?? ""
    let language = language.map { ", language \($0.tag)" } ?? ""
    return "\(file)\(key)\(language): \(reason)"
  }
}
