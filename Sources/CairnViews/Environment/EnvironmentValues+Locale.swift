import CairnDependencies
public import Foundation

extension EnvironmentValues {
  /// The locale for formatting. By default, it's the `\.locale` of the dependencies, so views and reducers use the same
  /// locale.
  public var locale: Locale {
    get { self[LocaleKey.self] ?? DependencyValues._current.locale }
    set { self[LocaleKey.self] = newValue }
  }

  /// The locale that a view has set.
  package var chosenLocale: Locale? { self[LocaleKey.self] }

  private enum LocaleKey: EnvironmentKey {
    static var defaultValue: Locale? { nil }
  }
}
