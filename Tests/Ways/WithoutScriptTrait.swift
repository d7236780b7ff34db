package import Testing

/// Says why a flow is taken by browsers without a script alone: with the script it does not come about, or is another.
/// What browsers do is taken in process and over HTTP.
package struct WithoutScriptTrait: TestTrait, SuiteTrait, TestScoping {
  package enum Reason: Sendable {
    /// A page is used that is not as things are any more: Back reveals it, or others have changed what it shows. The
    /// script brings it up to date, and Back dismisses at once: see `HistoryTests`, `DialogTests` and `StockTakeTests`
    /// of the browser tests.
    case pageOfBefore
    /// Two pages have one scene. With the script each tab has its own.
    case sharedScene
    /// A page has no scene until its first form. With the script it has one as soon as it is looked at.
    case unborn
    /// It is made of requests, answers and cookies that one writes oneself, or counts them.
    case requests
    /// A form is sent that is not there any more, by an effect or a deploy. The script shows that it is closed, or has
    /// sent before what was typed: see `TimerTests` and `TypingTests` of the browser tests.
    case closedForm
    /// It is about as many pages, tabs or rows as a server bears, not about what one of them does.
    case load
    /// It is about what the process does, which has no pages.
    case process

    /// The ways on which browsers without a script take it.
    var ways: [Way] {
      switch self {
      case .pageOfBefore, .sharedScene, .unborn, .closedForm: [.inProcess, .http]
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
  /// The flow is taken by browsers without a script alone.
  package static func withoutScript(_ reason: WithoutScriptTrait.Reason) -> Self {
    Self(reason: reason)
  }
}
