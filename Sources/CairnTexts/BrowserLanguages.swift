package import CairnDependencies
import Foundation
import Synchronization

/// The languages that a browser asked for most recently.
package final class BrowserLanguages: Sendable {
  private struct State {
    var preferences: LanguagePreferences
    /// A choice of the user that the browser doesn't have in its cookie yet.
    var unconfirmed: LanguageCookie?
    /// The number of responses that can still contain the cookie.
    var deliveries = 0
    /// The version of the session that was delivered with the cookie, or `nil` if there's none yet.
    var version: UInt64?
    var wereRead = false
  }

  /// The maximum number of responses that contain the cookie for a choice. The first one can be lost. If the browser
  /// doesn't send the cookie after the second one, it probably rejects it.
  private static let deliveryLimit = 2

  private let state: Mutex<State>

  package init(_ preferences: LanguagePreferences = LanguagePreferences()) {
    state = Mutex(State(preferences: preferences))
  }

  package var preferences: LanguagePreferences {
    state.withLock { state in
      state.wereRead = true
      return state.preferences
    }
  }

  /// Whether the preferences have been read, so that a response may depend on them.
  package var wereRead: Bool { state.withLock(\.wereRead) }

  /// Keeps the preferences of a request. The user's latest choice remains until the browser sends it.
  ///
  /// If the browser has received the choice and sends another one, that's a later choice, which another server has
  /// processed.
  /// - Parameter version: The version of the session that the browser has seen, or 0 if it's unknown.
  package func update(
    _ preferences: LanguagePreferences, seen version: @autoclosure () -> UInt64 = 0
  ) {
    state.withLock { state in
      let wasReceived = state.version.map { version() >= $0 } ?? false
      if let unconfirmed = state.unconfirmed, !wasReceived,
        unconfirmed.language != preferences.choice
      {
        state.preferences = preferences.choosing(unconfirmed.language)
      } else {
        state.unconfirmed = nil
        state.preferences = preferences
      }
    }
  }

  /// Keeps a choice of the user, unless a cookie can't contain it.
  /// - Parameter language: The language, or `nil` to use the browser's languages again.
  func choose(_ language: Language?) {
    guard let cookie = LanguageCookie(language) else { return }
    state.withLock { state in
      state.preferences = state.preferences.choosing(language)
      state.unconfirmed = cookie
      state.deliveries = Self.deliveryLimit
      state.version = nil
    }
  }

  /// Returns the cookie for a choice of the user that the browser doesn't have yet, or `nil` if there is none. Call this
  /// only for a response that will contain the cookie.
  /// - Parameter version: The version of the session that the response delivers as well, or `nil` if there's none.
  package func takeUnconfirmed(with version: UInt64? = nil) -> LanguageCookie? {
    state.withLock { state in
      guard let unconfirmed = state.unconfirmed else { return nil }
      state.version = state.version ?? version
      state.deliveries -= 1
      if state.deliveries <= 0 { state.unconfirmed = nil }
      return unconfirmed
    }
  }
}

extension DependencyValues {
  /// The languages of the browser that uses a scene.
  package var browserLanguages: BrowserLanguages {
    get { self[BrowserLanguagesKey.self] }
    set { self[BrowserLanguagesKey.self] = newValue }
  }

  /// The languages of the application that an endpoint belongs to.
  package var localization: Localization {
    get { self[LocalizationKey.self] }
    set { self[LocalizationKey.self] = newValue }
  }

  /// The framework's texts for the problems of an endpoint, in the language of the browser.
  package var systemTexts: Texts { localization.texts(for: browserLanguages.preferences) }

  /// Makes the locale follow from the language of a scene's pages, if the application declares languages.
  package mutating func useLocale(of localization: Localization) {
    guard localization.hasLocale else { return }
    strings = localization.strings
    languageChoice = LanguageChoice(localization.languages, browserLanguages)
    let latest = Mutex<(preferences: LanguagePreferences, locale: Locale)?>(nil)
    setLocale { [browserLanguages] in
      let preferences = browserLanguages.preferences
      // Each text of a page reads the locale, so the languages are compared only after a change.
      return latest.withLock { latest in
        if let latest, latest.preferences.isSame(as: preferences) { return latest.locale }
        let locale = localization.locale(for: preferences)
        latest = (preferences, locale)
        return locale
      }
    }
  }

  private enum LocalizationKey: DependencyKey {
    static var liveValue: Localization { .english }
    static var testValue: Localization { .english }
  }

  private enum BrowserLanguagesKey: DependencyKey {
    static var liveValue: BrowserLanguages { BrowserLanguages() }
    static var testValue: BrowserLanguages { BrowserLanguages() }
  }
}
