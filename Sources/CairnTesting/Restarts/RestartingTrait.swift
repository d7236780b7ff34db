import CairnDependencies
import CairnReducers
public import Testing

/// Runs each test twice: as it is, and with a restart of its ``TestServer`` before each request.
public struct RestartingTrait: TestTrait, SuiteTrait, TestScoping {
  /// The tests of a suite, and of the suites in it.
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await function()
    // What the first run has written is not there for the second.
    try await withDependencies {
      $0.defaultFileStorage = InMemoryFileStorage()
      $0.defaultInMemoryStorage = InMemoryStorage()
    } operation: {
      try await Restarts.$areMade.withValue(true) { try await function() }
    }
  }
}

extension Trait where Self == RestartingTrait {
  /// Runs each test again with a restart of its ``TestServer`` between every two requests: what
  /// scenes are is encoded, a new server is started, and what was stored is decoded.
  ///
  /// ```swift
  /// @Suite(.restarting) struct AddingTests {
  ///   @Test func aSheetSaves() async throws { ... }
  /// }
  /// ```
  /// Effects end with a server, so a test that waits for one that was begun by an earlier request
  /// can not pass.
  public static var restarting: Self { Self() }
}
