import CairnDependencies
import CustomDump
import IssueReporting

/// The source location of an operator. Issues of the operator are reported there.
public struct _IssueLocation: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  /// Creates a source location.
  @inlinable
  public init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.init(at: fileID, filePath, line, column)
  }

  @usableFromInline
  init(at fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  init(_ origin: StoreOrigin) {
    self.init(
      fileID: origin.fileID, filePath: origin.filePath, line: origin.line, column: origin.column)
  }

  func report(_ message: String) {
    reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// The source location of the test code that sends the current action. `Issue.report(_:at:)` reports issues there.
package enum IssueSender {
  @TaskLocal package static var current: _IssueLocation?
}

/// Reports misuse that reducers can detect.
@usableFromInline
enum Issue {
  @usableFromInline
  static func childActionWithoutState<Action, State>(
    operatorName: String, action: Action, presentation: String, childState: State.Type,
    location: _IssueLocation
  ) {
    childActionWithoutState(
      operatorName: operatorName, action: action, presentation: presentation,
      facts: "State:\n    \(name(of: childState))", location: location)
  }

  /// Reports that a child received an action while it had no state.
  ///
  /// - Parameter facts: A title and a description of the state.
  static func childActionWithoutState<Action>(
    operatorName: String, action: Action, presentation: String, facts: String,
    location: _IssueLocation
  ) {
    location.report(
      """
      '\(operatorName)' at \(location.fileID):\(location.line) received an action of a child while \
      \(presentation).

        Action:
          \(dumped(action))
        \(facts)

      The child was skipped, the parent ran. Likely causes:

      • A reducer that runs before '\(operatorName)' removed the state: run the operator first.
      • An effect of the child sent the action after the child was gone: cancel the effect, or send \
      nothing after 'dismiss()'.
      • A view or a test sent the action while nothing was there: check the state first.
      """)
  }

  /// Reports that an element was pushed with an ID that the stack contains or has contained before.
  static func pushWithEarlierID<Action>(
    action: Action, ids: String, next: StackElementID, location: _IssueLocation
  ) {
    location.report(
      """
      'forEach' at \(location.fileID):\(location.line) received a push under an ID that the stack has, \
      or had before.

        Action:
          \(dumped(action))
        IDs in the stack:
          \(ids)
        Next ID:
          \(next)

      The element wasn't pushed, the parent ran. An ID is never used again, not even after its element was \
      popped: an effect of the old element could reach the new one. Push the next ID, or append to the \
      stack in a reducer, which gives the ID.
      """)
  }

  /// Reports that a binding to a presented feature was set to `nil`, but no reducer handled the dismissal.
  static func unhandledDismissal(
    _ action: some Any, of state: some Any, at location: _IssueLocation
  ) {
    location.report(
      """
      A presented feature was dismissed, but no 'ifLet' handled the action, so it is still there:

        Action:
          \(dumped(action))
        State:
          \(dumped(state))

      Add 'ifLet' to the 'body' of the feature that presents it:

        .ifLet(\\.$destination, action: \\.destination) { ... }
      """)
  }

  /// Reports that the path of a navigation stack was changed, but no reducer handled the action.
  static func unhandledPath(_ action: some Any, at location: _IssueLocation) {
    location.report(
      """
      A navigation stack was changed, but no 'forEach' handled the action, so the stack is as it was:

        Action:
          \(dumped(action))

      Add 'forEach' to the 'body' of the feature that has the stack:

        .forEach(\\.path, action: \\.path) { ... }
      """)
  }

  @usableFromInline
  static func pushWithLaterID<Action>(
    action: Action, id: StackElementID, next: StackElementID, location: _IssueLocation
  ) {
    location.report(
      """
      'forEach' at \(location.fileID):\(location.line) received a push with the id \(id), where \(next) \
      comes next.

        Action:
          \(dumped(action))

      The element was pushed. In a test ids count up by one for each element that is added to a stack of the \
      store.
      """)
  }

  @usableFromInline
  static func childActionAtOtherCase<Action, State, ChildState>(
    action: Action, state: State, childState: ChildState.Type, location: _IssueLocation
  ) {
    location.report(
      """
      'Scope' at \(location.fileID):\(location.line) received an action of a child while the state \
      was at another case.

        Action:
          \(dumped(action))
        State:
          \(dumped(state))

      The child, of \(name(of: childState)), did nothing. Likely causes:

      • A reducer that runs before 'Scope' changed the case: run 'Scope' first, or use 'ifCaseLet'.
      • An effect of the child sent the action after the case was left: 'Scope' cancels nothing, \
      'ifCaseLet' does.
      • A view or a test sent the action at the wrong case: check the state first.
      """)
  }

  /// Reports a binding action of a feature that has no `BindingReducer` in its body.
  static func bindingWithoutReducer<Root>(
    _ keyPath: PartialKeyPath<Root>, value: Any, feature: Any.Type, at location: _IssueLocation?
  ) {
    let name = name(of: feature)
    report(
      """
      \(name) received a binding action that nothing handled, so nothing was written:

        \(keyPath)
          \(dumped(value))

      Add 'BindingReducer()' to its 'body', before the reducers that are to see the new value:

        var body: some ReducerOf<Self> {
          BindingReducer()
          Reduce { state, action in ... }
        }
      """,
      at: location)
  }

  /// Reports that an action was sent to a store while its reducer was running.
  static func sendFromReducer(_ action: some Any, state: Any.Type) {
    report(
      """
      An action was sent to the store of \(name(of: state)) while its reducer ran:

        \(dumped(action))

      It was processed after the action of that reducer. A reducer does not send: change the state \
      there and then, or return '.send(...)' or '.run { send in ... }'.
      """)
  }

  /// Reports an issue at the location of the test code that sends the action, if there is one.
  ///
  /// Otherwise, the issue is reported at `location`, or where the store that runs the reducer was created.
  static func report(_ message: String, at location: _IssueLocation? = nil) {
    let origin = DependencyValues._current.storeOrigin.map { _IssueLocation($0) }
    if let location = IssueSender.current ?? location ?? origin {
      location.report(message)
    } else {
      reportIssue(message)
    }
  }

  /// Returns the name of a type without the name of its module.
  private static func name(of type: Any.Type) -> String {
    String(reflecting: type)
      .replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
      .replacing(/^\w+\./, with: "")
  }

  static func dumped<Value>(_ value: Value) -> String {
    var text = ""
    customDump(value, to: &text)
    return text.replacing("\n", with: "\n    ")
  }
}
