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
  package func unusedKeys(in sources: SwiftSources) -> [String] {
    keys.filter { key in
      !sources.values.contains(key)
        && !(Self.pattern(of: key).map { sources.values.contains($0) } ?? false)
    }
  }

  /// Returns the literals in Swift sources that are keys, but aren't in the catalog, by file and line.
  ///
  /// Interpolations in a literal match any format in a key. A literal without letters needs no key.
  package func unknownLiterals(in sources: SwiftSources) -> [SwiftLiteral] {
    let patterns = Set(keys.compactMap { Self.pattern(of: $0) })
    return sources.keys.filter { literal in
      guard literal.hasLetters else { return false }
      return literal.interpolations.isEmpty
        ? entries[literal.value] == nil : !patterns.contains(literal.value)
    }
  }

  /// Returns a key with placeholders for its values, or `nil` if it has no values.
  private static func pattern(of key: String) -> String? {
    guard let template = try? StringTemplate(key), !template.arguments.isEmpty else { return nil }
    return template.pieces.reduce(into: "") { text, piece in
      if case .text(let literal) = piece {
        text += literal
      } else {
        text.unicodeScalars.append(SwiftLiteral.placeholder)
      }
    }
  }
}
