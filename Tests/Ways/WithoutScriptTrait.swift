import Testing

/// Says why a flow is taken by browsers without a script alone: with the script it does not come about, or is another.
struct WithoutScriptTrait: TestTrait, SuiteTrait {
  enum Reason: Sendable {
    /// Back reveals a page as it was. The script brings it up to date, and Back dismisses at once: see
    /// `HistoryTests`, `DialogTests` and `StockTakeTests` of the browser tests.
    case pageOfBefore
    /// Two pages have one scene. With the script each tab has its own.
    case sharedScene
    /// A page has no scene until its first form. With the script it has one as soon as it is looked at.
    case unborn
    /// It is made of requests, answers and cookies that one writes oneself, or counts them.
    case requests
    /// A form is sent that an effect has closed. The script shows that it is closed: see `TimerTests` and
    /// `TypingTests` of the browser tests.
    case closedForm
    /// It is about as many pages, tabs or rows as a server bears, not about what one of them does.
    case load
    /// It is about what the process does, which has no pages.
    case process
  }

  let reason: Reason
  var isRecursive: Bool { true }
}

extension Trait where Self == WithoutScriptTrait {
  /// The flow is taken by browsers without a script alone.
  static func withoutScript(_ reason: WithoutScriptTrait.Reason) -> Self { Self(reason: reason) }
}
