/// A key of ``DependencyValues`` that has a value for tests.
///
/// Conform to it alone where the interface of a dependency lives in one module and its live value,
/// with ``DependencyKey``, in another. A key without a live value that is read in a live context
/// is reported as an issue, and its test value is used.
public protocol TestDependencyKey<Value>: SendableMetatype {
  /// The dependency's type. By default the key itself.
  associatedtype Value: Sendable = Self

  /// The default in a preview; the test value where it is left out.
  static var previewValue: Value { get }

  /// The default in a test.
  static var testValue: Value { get }
}

extension TestDependencyKey {
  public static var previewValue: Value { testValue }
}
