package import Testing

/// Marks a flow that only runs without the script, with the reason: with the script, it doesn't occur
/// or differs. Flows of browsers run in process and over HTTP.
package struct WithoutScriptTrait: TestTrait, SuiteTrait, TestScoping {
  package enum Reason: Sendable {
    /// The flow uses an outdated page, because Back reveals it or other users have changed its content.
    /// The script updates the page, and Back dismisses layers immediately. See `HistoryTests`,
    /// `DialogTests`, and `StockTakeTests` of the browser tests.
    case pageOfBefore
    /// Two pages share a scene. With the script, each tab has its own.
    case sharedScene
    /// A page has no scene before its first form. With the script, it has one as soon as it's shown.
    case unsaved
    /// The flow consists of handwritten requests, responses, and cookies, or counts them.
    case requests
    /// The flow submits a form that an effect or a deployment has removed. The script shows that it's
    /// closed, or has sent the typed text before. See `TimerTests` and `TypingTests` of the browser
    /// tests.
    case closedForm
    /// The flow tests the server's limits for pages, tabs, or rows instead of the behavior of one page.
    case load
    /// The flow tests the process, which has no pages.
    case process

    /// The ways that browsers without a script take.
    var ways: [Way] {
      switch self {
      case .pageOfBefore, .sharedScene, .unsaved, .closedForm: [.inProcess, .severalServers, .http]
      case .requests, .load, .process: []
      }
    }
  }

  let reason: Reason
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard !reason.ways.isEmpty else { return try await function() }
    try await EveryWayTrait(ways: reason.ways)
      .provideScope(for: test, testCase: testCase, performing: function)
  }
}

extension Trait where Self == WithoutScriptTrait {
  /// Runs the flow only in browsers without a script.
  package static func withoutScript(_ reason: WithoutScriptTrait.Reason) -> Self {
    Self(reason: reason)
  }
}
