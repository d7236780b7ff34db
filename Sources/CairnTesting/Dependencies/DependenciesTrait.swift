public import CairnDependencies
public import Testing

/// A trait that sets dependencies for a test, or for each test of a suite.
public struct DependenciesTrait: SuiteTrait, TestTrait, TestScoping {
  private let update: @Sendable (inout DependencyValues) -> Void

  init(_ update: @escaping @Sendable (inout DependencyValues) -> Void) {
    self.update = update
  }

  /// Whether the trait also applies to nested suites, which is always the case.
  public var isRecursive: Bool { true }

  /// Runs a test with the dependencies of this trait.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withDependencies(update) { try await function() }
  }
}

extension Trait where Self == DependenciesTrait {
  /// Sets dependencies for a test, or for each test of a suite.
  ///
  /// ```swift
  /// @Test(.dependencies { $0.uuid = .incrementing })
  /// func adding() async { … }
  /// ```
  public static func dependencies(
    _ update: @escaping @Sendable (_ dependencies: inout DependencyValues) -> Void
  ) -> Self {
    Self(update)
  }

  /// Sets a dependency for a test, or for each test of a suite.
  ///
  /// The value is evaluated for each test, so tests don't share it.
  ///
  /// ```swift
  /// @Suite(.dependency(\.continuousClock, ImmediateClock()))
  /// struct TimerTests { … }
  /// ```
  public static func dependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () -> Value
  ) -> Self {
    Self { $0[keyPath: keyPath] = value() }
  }

  /// Sets a dependency that is its own key, for a test or for each test of a suite.
  public static func dependency<Value: TestDependencyKey>(
    _ value: @autoclosure @escaping @Sendable () -> Value
  ) -> Self where Value.Value == Value {
    Self { $0[Value.self] = value() }
  }
}
