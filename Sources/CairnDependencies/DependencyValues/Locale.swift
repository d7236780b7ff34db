public import Foundation

extension DependencyValues {
  /// The locale for formatting. The live value is the system's locale. A test must set it.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }

  private enum LocaleKey: DependencyKey {
    static var liveValue: Locale { .autoupdatingCurrent }
  }
}
