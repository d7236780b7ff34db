import CairnDependencies
package import Foundation
import IssueReporting
import Synchronization

/// A key of a ``StringCatalog``, with the values to insert into its text.
///
/// A literal that's the title or label of a view is a key, and its interpolations are values. The key of the
/// following text is `Hello, %@`:
///
/// ```swift
/// Text("Hello, \(name)")
/// ```
/// As in SwiftUI, `Int` is `%lld` in the key, `Double` is `%lf`, and texts and all other values are `%@`. Numbers of
/// other types have their own formats, such as `%d` for `Int32`. Numbers are shown in the format of the user's locale.
///
/// A `String` isn't a key, so views show it as it is. To pass a literal or a string without looking it up, use
/// ``init(verbatim:)``.
///
/// In an application without a catalog, the text is the literal itself.
public struct LocalizedStringKey: Sendable {
  @usableFromInline let key: String
  /// The values, or `nil` for a text that isn't looked up.
  @usableFromInline let arguments: [StringArgument]?

  @inlinable
  init(key: String, arguments: [StringArgument]?) {
    self.key = key
    self.arguments = arguments
  }

  /// Creates a key without values.
  @inlinable
  public init(_ key: String) {
    self.init(key: key, arguments: [])
  }

  /// Creates a text that isn't looked up.
  @inlinable
  public init(verbatim text: String) {
    self.init(key: text, arguments: nil)
  }

  /// Whether the text must be looked up. In a process without a catalog, no text is.
  @usableFromInline
  package var isLookedUp: Bool {
    arguments != nil && StringCatalog.isInUse.load(ordering: .relaxed)
  }

  /// Returns the text in the language of a locale, from the catalog of the current dependencies.
  /// - Parameter locale: The locale, or `nil` for the one of the current dependencies.
  package func text(in locale: Locale? = nil) -> String {
    guard let arguments else { return key }
    let dependencies = DependencyValues._current
    guard !key.isEmpty, StringCatalog.isInUse.load(ordering: .relaxed),
      let catalog = dependencies.strings
    else { return plain }
    let locale = locale ?? dependencies.locale
    let result = catalog.text(key, arguments, in: locale)
    if !result.isFound, isTesting {
      reportIssue(
        """
        The string catalog has no text for "\(key)" in the language \(locale.identifier(.bcp47)).

        Add a translation to the catalog. If the text is the same in all languages, use 'verbatim:', or turn off \
        'Translate' for the key in Xcode.
        """)
    }
    return result.text
  }

  /// The key with its values, without a lookup.
  package var plain: String {
    guard let arguments, !arguments.isEmpty else { return key }
    return StringCatalog.plain(key, arguments, in: nil)
  }
}

extension LocalizedStringKey: Hashable {
  /// Keys are equal if their texts without a catalog are equal.
  public static func == (left: LocalizedStringKey, right: LocalizedStringKey) -> Bool {
    left.plain == right.plain
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(plain) }
}

extension LocalizedStringKey: Codable {
  private enum CodingKeys: String, CodingKey {
    case key, arguments
  }

  /// Decodes a key with its values, or a string, which isn't looked up.
  public init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self.init(verbatim: text)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      key: try container.decode(String.self, forKey: .key),
      arguments: try container.decode([StringArgument].self, forKey: .arguments))
  }

  /// Encodes a string if the text isn't looked up.
  public func encode(to encoder: any Encoder) throws {
    guard isLookedUp, let arguments else {
      var container = encoder.singleValueContainer()
      try container.encode(plain)
      return
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(key, forKey: .key)
    try container.encode(arguments, forKey: .arguments)
  }
}

extension String {
  /// The text for a key in the language of the user, from the catalog of the application.
  ///
  /// Use it in reducers and models. It reads the dependencies `\.strings` and `\.locale`.
  ///
  /// ```swift
  /// state.message = String(localized: "You have \(state.count) items")
  /// ```
  /// The result doesn't change if the user chooses another language later. If a state can contain a value instead, let
  /// the view choose the text.
  public init(localized key: LocalizedStringKey) {
    self = key.isLookedUp ? key.text() : key.plain
  }
}
