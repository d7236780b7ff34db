import Foundation
import Synchronization

/// The languages in which texts are looked up, for each locale.
final class CatalogLanguages: Sendable {
  /// A language of texts.
  struct Choice: Sendable {
    let language: Language
    /// The tags of the language, from the longest to the shortest.
    let tags: [String]
    let rules: PluralRules

    init(_ language: Language) {
      self.language = language
      tags = language.lookupTags
      rules = PluralRules.rules(for: language)
    }
  }

  private let choices = Mutex<[String: Choice]>([:])

  /// Returns the language of a locale.
  func choice(for locale: Locale) -> Choice {
    let identifier = locale.identifier
    if let choice = choices.withLock({ $0[identifier] }) { return choice }
    let choice = Choice(Language(locale.identifier(.bcp47)))
    choices.withLock { choices in
      // Applications use a few locales. The limit is for applications that make locales from users' input.
      if choices.count >= 64 { choices.removeAll() }
      choices[identifier] = choice
    }
    return choice
  }
}
