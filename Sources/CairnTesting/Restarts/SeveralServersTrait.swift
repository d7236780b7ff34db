import CairnDependencies
import CairnReducers
public import Testing

/// A trait that runs each test twice, the second time with three servers that share the sessions of its ``TestServer``.
public struct SeveralServersTrait: TestTrait, SuiteTrait, TestScoping {
  /// Whether the trait also applies to nested suites, which is always the case.
  public var isRecursive: Bool { true }

  /// Runs a test once normally, and once with three servers.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await function()
    // The second run starts with empty storage, without the values from the first run.
    try await withDependencies {
      $0.defaultFileStorage = InMemoryFileStorage()
      $0.defaultInMemoryStorage = InMemoryStorage()
    } operation: {
      try await Servers.$count.withValue(3) { try await function() }
    }
  }
}

extension Trait where Self == SeveralServersTrait {
  /// A trait that runs each test a second time, with three servers in place of its ``TestServer``.
  ///
  /// The servers share the session store and the secret, like servers behind a load balancer. Requests are sent to
  /// each of them in turn, so that two successive requests of a browser never meet the same server.
  ///
  /// ```swift
  /// @Suite(.severalServers) struct AddingTests {
  ///   @Test func aSheetSaves() async throws { ... }
  /// }
  /// ```
  /// An effect runs on the server that has started it. When another server processes a form of the scene, the effect
  /// ends, as after a restart. A test can't pass if it waits for such an effect.
  public static var severalServers: Self { Self() }
}

/// The number of servers that a test server consists of.
package enum Servers {
  @TaskLocal package static var count = 1
}
