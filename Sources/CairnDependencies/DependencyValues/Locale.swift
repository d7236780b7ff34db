public import Foundation

extension DependencyValues {
  /// The locale to format with: the system's when live. In a test it has
  /// to be set.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }

  private enum LocaleKey: DependencyKey {
    static var liveValue: Locale { .autoupdatingCurrent }
  }
}
