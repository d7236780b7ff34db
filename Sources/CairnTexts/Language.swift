import CairnBytes

/// A language in which an application has pages, as a BCP 47 tag.
///
/// The framework's own texts exist in ``english`` and ``german``, including their regional variants, such as `de-AT`.
/// For every other language, replace them with `App.systemText(_:in:)`. Texts that you don't replace are in English.
public struct Language: Hashable, Sendable {
  /// The language tag, such as `de` or `pt-BR`.
  public let tag: String

  /// Creates a language from its tag, such as `de` or `pt-BR`.
  public init(_ tag: String) { self.tag = tag }

  /// English.
  public static let english = Language("en")

  /// German.
  public static let german = Language("de")

  /// Whether this is German, in any script or region.
  var isGerman: Bool {
    tag.utf8.prefix { $0 != UInt8(ascii: "-") }.equalsIgnoringCase(Language.german.tag.utf8)
  }
}
