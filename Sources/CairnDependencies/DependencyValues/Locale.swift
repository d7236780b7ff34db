public import Foundation

extension DependencyValues {
  /// The locale for formatting. A test must set it.
  ///
  /// In an application that declares languages, the live value is the language of the scene's pages. Otherwise, it's
  /// the system's locale.
  public var locale: Locale {
    get { self[LocaleKey.self]() }
    set { setLocale { newValue } }
  }

  /// Sets a function that returns the locale each time that it's read.
  package mutating func setLocale(_ locale: @escaping @Sendable () -> Locale) {
    self[LocaleKey.self] = locale
  }

  private enum LocaleKey: DependencyKey {
    static var liveValue: @Sendable () -> Locale {
      return { .autoupdatingCurrent }
    }
  }
}
