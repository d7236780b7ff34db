package import CairnDependencies
import Synchronization

/// The languages that a browser asked for most recently.
package final class BrowserLanguages: Sendable {
  private let value: Mutex<LanguagePreferences>

  package init(_ preferences: LanguagePreferences = LanguagePreferences()) {
    value = Mutex(preferences)
  }

  package var preferences: LanguagePreferences {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}

extension DependencyValues {
  /// The languages of the browser that uses a scene.
  package var browserLanguages: BrowserLanguages {
    get { self[BrowserLanguagesKey.self] }
    set { self[BrowserLanguagesKey.self] = newValue }
  }

  /// Makes the locale follow from the language of a scene's pages, if the application declares languages.
  package mutating func useLocale(of localization: Localization) {
    guard localization.hasLocale else { return }
    setLocale { [browserLanguages] in localization.locale(for: browserLanguages.preferences) }
  }

  private enum BrowserLanguagesKey: DependencyKey {
    static var liveValue: BrowserLanguages { BrowserLanguages() }
    static var testValue: BrowserLanguages { BrowserLanguages() }
  }
}
