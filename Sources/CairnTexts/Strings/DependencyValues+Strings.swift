public import CairnDependencies

extension DependencyValues {
  /// The texts of the application, or `nil` if it has no catalog.
  ///
  /// In a test of a reducer or model, texts are the keys themselves, unless the test sets a catalog and a locale.
  public var strings: StringCatalog? {
    get { self[StringsKey.self] }
    set { self[StringsKey.self] = newValue }
  }

  private enum StringsKey: DependencyKey {
    static var liveValue: StringCatalog? { nil }
    static var testValue: StringCatalog? { nil }
  }
}
