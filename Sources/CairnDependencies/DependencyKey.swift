/// A key of ``DependencyValues`` that has a value for a running application.
///
/// ```swift
/// struct Mailer: Sendable {
///   var send: @Sendable (_ letter: String) async throws -> Void
/// }
///
/// extension Mailer: DependencyKey {
///   static let liveValue = Mailer { letter in … }
/// }
///
/// extension DependencyValues {
///   var mailer: Mailer {
///     get { self[Mailer.self] }
///     set { self[Mailer.self] = newValue }
///   }
/// }
/// ```
///
/// A default value is computed once, when it's first used, with the dependencies that are current then. All
/// code that doesn't override it shares that value. In Swift Testing, each test has its own default values. The
/// cases of a parameterized test share them.
///
/// If a key doesn't have its own `testValue`, a test uses the preview or live value and reports an issue. A
/// test should specify its external dependencies.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The type of the dependency. By default, it's the key itself.
  associatedtype Value = Self

  /// The default value in a running application.
  static var liveValue: Value { get }

  /// The default value in a preview. If you don't implement it, it's the live value.
  static var previewValue: Value { get }

  /// The default value in a test. If you don't implement it, it's the preview value, and reading it reports an
  /// issue.
  static var testValue: Value { get }
}

extension DependencyKey {
  /// The live value.
  public static var previewValue: Value { liveValue }

  /// The preview value. Reading this property reports an issue.
  public static var testValue: Value {
    DefaultEvaluation.reportMissingTestValue(of: Self.self)
    return previewValue
  }
}
