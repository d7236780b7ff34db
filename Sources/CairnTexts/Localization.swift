package import Foundation

/// The languages of an application, with its texts in each of them.
package struct Localization: Sendable {
  private let texts: [Texts]
  private let locales: [Locale]
  /// The texts of the application, or `nil` if it has no catalog.
  package let strings: StringCatalog?

  /// The framework's texts in English.
  package static let english = Localization(languages: [.english])

  /// - Parameters:
  ///   - languages: The languages. The first one is for browsers that ask only for others. Without languages, it's
  ///     English.
  ///   - strings: The texts of the application.
  ///   - replacement: The function that replaces texts.
  package init(
    languages: [Language], strings: StringCatalog? = nil, replacement: Texts.Replacement? = nil
  ) {
    self.strings = strings
    texts = (languages.isEmpty ? [.english] : languages).map {
      Texts(in: $0, replacement: replacement)
    }
    locales = texts.map { Locale(identifier: $0.language.tag) }
  }

  /// Whether the language of a page depends on its browser.
  package var isNegotiated: Bool { texts.count > 1 }

  /// Whether the locale follows from the language. An application that's only in English, and has no catalog, has the
  /// system's locale.
  var hasLocale: Bool { isNegotiated || texts[0].language != .english || strings != nil }

  /// The languages, with the default first.
  package var languages: [Language] { texts.map(\.language) }

  /// Returns the texts for a browser.
  package func texts(for preferences: LanguagePreferences) -> Texts {
    texts[index(for: preferences)]
  }

  /// Returns the locale for a browser.
  package func locale(for preferences: LanguagePreferences) -> Locale {
    locales[index(for: preferences)]
  }

  private func index(for preferences: LanguagePreferences) -> Int {
    isNegotiated ? preferences.firstIndex(in: languages) ?? 0 : 0
  }
}
