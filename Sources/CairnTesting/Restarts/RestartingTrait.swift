import CairnDependencies
import CairnReducers
public import Testing

/// A trait that runs each test twice, the second time with a restart of its ``TestServer`` before each request.
public struct RestartingTrait: TestTrait, SuiteTrait, TestScoping {
  /// Whether the trait also applies to nested suites, which is always the case.
  public var isRecursive: Bool { true }

  /// Runs a test once normally, and once with restarts.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await function()
    // The second run starts with empty storage, without the values from the first run.
    try await withDependencies {
      $0.defaultFileStorage = InMemoryFileStorage()
      $0.defaultInMemoryStorage = InMemoryStorage()
    } operation: {
      try await Restarts.$areMade.withValue(true) { try await function() }
    }
  }
}

extension Trait where Self == RestartingTrait {
  /// A trait that runs each test a second time, and restarts its ``TestServer`` before each request.
  ///
  /// For a restart, the state of scenes is encoded, a new server starts, and the stored state is decoded.
  ///
  /// ```swift
  /// @Suite(.restarting) struct AddingTests {
  ///   @Test func aSheetSaves() async throws { ... }
  /// }
  /// ```
  /// A server's effects end with the server. A test can't pass if it waits for an effect that an earlier request
  /// started.
  public static var restarting: Self { Self() }
}
