import CairnDependencies
public import Foundation

extension EnvironmentValues {
  /// The locale for formatting. By default, it's the `\.locale` of the dependencies, so views and reducers use the same
  /// locale.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }

  private enum LocaleKey: EnvironmentKey {
    static var defaultValue: Locale { DependencyValues._current.locale }
  }
}
