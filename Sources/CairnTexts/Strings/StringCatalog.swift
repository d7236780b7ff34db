import Foundation
import Synchronization

/// The texts of an application in its languages, from the String Catalogs of Xcode (`.xcstrings`).
///
/// ```swift
/// struct Shop: App {
///   static var languages: [Language] { [.english, .german] }
///   static var strings: StringCatalog? {
///     get throws { try StringCatalog(contentsOfFile: "Strings/Localizable.xcstrings") }
///   }
///   var body: some Scene { WindowGroup { Text("Shop") } }
/// }
/// ```
///
/// A text in a view is looked up if it's a literal, such as `Text("Shop")`. See ``LocalizedStringKey``.
public struct StringCatalog: Sendable {
  /// The language of the keys.
  public let sourceLanguage: Language
  let entries: [String: CatalogEntry]
  /// The rules and tags of languages, which are determined once for each locale.
  let languages = CatalogLanguages()

  /// Reads the file at a path.
  /// - Parameter path: The path. A relative path begins in the working directory.
  public init(contentsOfFile path: String) throws(StringCatalogError) {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw StringCatalogError(
        file: path, key: nil, language: nil,
        reason: "The file can't be read: \(error.localizedDescription)")
    }
    try self.init(data, name: path)
  }

  /// Reads the contents of a file, such as a resource that's embedded in code.
  /// - Parameters:
  ///   - contents: The bytes of the file, in the format of Xcode.
  ///   - name: The name of the file, for messages.
  public init(
    _ contents: some Sequence<UInt8>, name: String = "Localizable.xcstrings"
  ) throws(StringCatalogError) {
    let file = try CatalogReader.decode(Data(contents), name: name)
    var entries: [String: CatalogEntry] = [:]
    for (key, entry) in file.strings where !key.isEmpty {
      entries[key] = try CatalogReader(
        file: name, key: key, sourceLanguage: Language(file.sourceLanguage)
      ).entry(entry)
    }
    self.init(sourceLanguage: Language(file.sourceLanguage), entries: entries)
  }

  private init(sourceLanguage: Language, entries: [String: CatalogEntry]) {
    self.sourceLanguage = sourceLanguage
    self.entries = entries
    Self.isInUse.store(true, ordering: .relaxed)
  }

  /// Returns a catalog that also has the keys of another one. If both have a key, this catalog's texts are used.
  public func merging(_ other: StringCatalog) -> StringCatalog {
    StringCatalog(
      sourceLanguage: sourceLanguage,
      entries: entries.merging(other.entries) { own, _ in own })
  }

  /// The keys, in alphabetical order.
  public var keys: [String] { entries.keys.sorted() }

  /// Whether the process has a catalog. Without one, texts aren't looked up.
  static let isInUse = Atomic(false)
}
