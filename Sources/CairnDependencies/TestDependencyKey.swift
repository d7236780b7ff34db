/// A key of ``DependencyValues`` that has a value for tests.
///
/// Use only this protocol if the interface of a dependency is in one module, and its live value in another. The
/// other module then conforms the key to ``DependencyKey``. If a key without a live value is read in a live
/// context, an issue is reported, and the test value is used.
public protocol TestDependencyKey<Value>: SendableMetatype {
  /// The type of the dependency. By default, it's the key itself.
  associatedtype Value: Sendable = Self

  /// The default value in a preview. If you don't implement it, it's the test value.
  static var previewValue: Value { get }

  /// The default value in a test.
  static var testValue: Value { get }
}

extension TestDependencyKey {
  /// The test value.
  public static var previewValue: Value { testValue }
}
