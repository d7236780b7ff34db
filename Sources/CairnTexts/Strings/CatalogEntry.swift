/// A key of a string catalog with its translations.
struct CatalogEntry: Sendable {
  /// A text, or several texts of which one is chosen by a number.
  indirect enum Variation: Sendable {
    case text(StringTemplate)
    /// - Parameters:
    ///   - Int: The index of the number.
    ///   - FormatSpecifier: The format of the number.
    case plural(Int, FormatSpecifier, [PluralCategory: Variation])
  }

  /// A text that varies by a number, as a part of other texts.
  struct Substitution: Sendable {
    /// The index of the number, or `nil` for the one at the place of the substitution.
    let index: Int?
    let specifier: FormatSpecifier
    /// The text, whose plural forms vary by the number.
    let text: Variation
  }

  /// A translation of a key.
  enum Translation: Sendable {
    /// A text without values. Percent signs in it have no meaning.
    case verbatim(String)
    case format(Variation, [String: Substitution])
  }

  /// Whether the text is the same in all languages.
  var isTranslatable = true
  /// Whether Xcode found that the key is no longer in the sources.
  var isStale = false
  /// The translations by their language tags in lowercase.
  var translations: [String: Translation] = [:]
  /// The language tags, in lowercase, whose translations are still to be written or lack a plural category.
  var incomplete: Set<String> = []
}
