extension StringCatalog {
  /// A text that's missing in a language.
  public struct MissingTranslation: Hashable, Sendable, CustomStringConvertible {
    /// The key.
    public let key: String
    /// The language.
    public let language: Language

    /// The language and the key.
    public var description: String { "\(language.tag): \"\(key)\"" }
  }

  /// Returns the translations that the catalog lacks, sorted by language and key.
  ///
  /// A translation is missing if it's empty, if Xcode has marked it as new, or if it lacks a plural category of its
  /// language. In the source language, the key is the text, so none is missing.
  /// - Parameter languages: The languages of the application.
  public func missingTranslations(in languages: [Language]) -> [MissingTranslation] {
    languages.filter { !$0.isForm(of: sourceLanguage) }.flatMap { language in
      let tags = language.lookupTags
      return entries.filter { key, entry in
        guard entry.isTranslatable, !entry.isStale, key.hasTranslatableText else { return false }
        guard let tag = tags.first(where: { entry.translations[$0] != nil }) else { return true }
        return entry.incomplete.contains(tag)
      }.keys.sorted().map { MissingTranslation(key: $0, language: language) }
    }
  }

  /// Returns the keys that no string literal in Swift sources contains, in alphabetical order.
  ///
  /// Interpolations in a literal match any format in a key. A key is also used if the literal isn't shown to users, so
  /// the list can be incomplete, but each of its keys is unused unless the application computes it.
  /// - Parameter sources: The contents of the source files.
  public func unusedKeys(in sources: [String]) -> [String] {
    var used: Set<[UInt8]> = []
    for source in sources {
      for literal in SwiftLiterals(source) { used.insert(Array(literal.utf8)) }
    }
    return keys.filter { !used.contains(Array(SwiftLiterals.pattern(of: $0).utf8)) }
  }
}
