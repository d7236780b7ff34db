public import CairnDependencies
import Foundation

/// The languages of an application, and the one that the user has chosen.
///
/// ```swift
/// @Dependency(\.languageChoice) var languageChoice
///
/// case .germanButtonTapped:
///   languageChoice.select(.german)
/// ```
/// The browser keeps the choice in a cookie, so it doesn't depend on the session or on the user's account. It takes
/// precedence over the languages in the preferences of the browser.
public struct LanguageChoice: Sendable {
  /// The languages of the application. The first one is for browsers that prefer only other languages.
  public let languages: [Language]
  private let browser: BrowserLanguages

  /// Creates a choice that isn't connected to a browser, for tests.
  /// - Parameter languages: The languages of the application.
  public init(languages: [Language]) { self.init(languages, BrowserLanguages()) }

  init(_ languages: [Language], _ browser: BrowserLanguages) {
    self.languages = languages
    self.browser = browser
  }

  /// The language of the page.
  public var current: Language {
    let index = browser.preferences.firstIndex(in: languages) ?? 0
    return languages.indices.contains(index) ? languages[index] : .english
  }

  /// The language that the user has chosen, or `nil` if the preferences of the browser determine it.
  public var selection: Language? { browser.preferences.choice }

  /// Chooses the language of all pages that the user's browser shows.
  ///
  /// The response to the current form has the new language. Pages in other tabs get it with their next response.
  ///
  /// A language that isn't in ``languages`` is ignored, for example one from an account that the application no longer
  /// has. An application with one language ignores all choices.
  /// - Parameter language: A language of the application, or `nil` to use the preferences of the browser again.
  public func select(_ language: Language?) {
    guard languages.count > 1, language.map({ languages.contains($0) }) ?? true else { return }
    browser.choose(language)
  }
}

extension DependencyValues {
  /// The language of the page, which the user can choose.
  public var languageChoice: LanguageChoice {
    get { self[LanguageChoiceKey.self] }
    set { self[LanguageChoiceKey.self] = newValue }
  }

  private enum LanguageChoiceKey: DependencyKey {
    static var liveValue: LanguageChoice { LanguageChoice(languages: [.english]) }
    static var testValue: LanguageChoice { LanguageChoice(languages: [.english]) }
  }
}
