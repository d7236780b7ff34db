/// A key of ``DependencyValues`` that has a value for the application at work.
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
/// A default is computed once, at its first use, with the dependencies that are current then. It
/// is shared by all that do not override it. In Swift Testing each test has defaults of its own;
/// the cases of a parameterized test share them.
///
/// In a test, a key that has no `testValue` of its own falls back to its preview or live value and
/// reports an issue, because a test should say what it needs of the world.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The dependency's type. By default the key itself.
  associatedtype Value = Self

  /// The default of the application at work.
  static var liveValue: Value { get }

  /// The default in a preview; the live value where it is left out.
  static var previewValue: Value { get }

  /// The default in a test; where it is left out the preview value, with an issue.
  static var testValue: Value { get }
}

extension DependencyKey {
  public static var previewValue: Value { liveValue }

  public static var testValue: Value {
    DefaultEvaluation.reportMissingTestValue(of: Self.self)
    return previewValue
  }
}
