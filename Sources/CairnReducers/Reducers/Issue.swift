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
      '\(operatorName)' at \(location.fileID):\(location.line) received a child action while \
      \(presentation).

        Action:
          \(dumped(action))
        \(facts)

      The child's reducer didn't run, but the parent's did. Likely causes:

      • A reducer that runs before '\(operatorName)' removed the state. Run '\(operatorName)' first.
      • An effect of the child sent the action after the child was removed. Cancel the effect, or don't \
      send actions after 'dismiss()'.
      • A view or a test sent the action after the child was removed. Check the state first.
      """)
  }

  /// Reports that an element was pushed with an ID that the stack contains or has contained before.
  static func pushWithEarlierID<Action>(
    action: Action, ids: String, next: StackElementID, location: _IssueLocation
  ) {
    location.report(
      """
      'forEach' at \(location.fileID):\(location.line) received a push with an ID that the stack \
      already uses, or used before.

        Action:
          \(dumped(action))
        IDs in the stack:
          \(ids)
        Next ID:
          \(next)

      The element wasn't pushed, but the parent's reducer ran. IDs can't be reused, even after their \
      elements were popped, because effects of the old element could affect the new one. Use the next \
      ID, or append the element in a reducer, so that the stack creates the ID.
      """)
  }

  /// Reports that a binding to a presented feature was set to `nil`, but no reducer handled the dismissal.
  static func unhandledDismissal(
    _ action: some Any, of state: some Any, at location: _IssueLocation
  ) {
    location.report(
      """
      A dismissal wasn't handled by an 'ifLet', so the feature is still presented:

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
      A navigation action wasn't handled by a 'forEach', so the stack wasn't changed:

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
      'forEach' at \(location.fileID):\(location.line) received a push with the ID \(id), but the next \
      ID is \(next).

        Action:
          \(dumped(action))

      The element was pushed anyway. In tests, the ID increases by one for each element that's added to \
      any stack of the store.
      """)
  }

  @usableFromInline
  static func childActionAtOtherCase<Action, State, ChildState>(
    action: Action, state: State, childState: ChildState.Type, location: _IssueLocation
  ) {
    location.report(
      """
      'Scope' at \(location.fileID):\(location.line) received a child action while the state was in \
      a different case.

        Action:
          \(dumped(action))
        State:
          \(dumped(state))

      The reducer for \(name(of: childState)) didn't run. Likely causes:

      • A reducer that runs before 'Scope' changed the case. Run 'Scope' first, or use 'ifCaseLet'.
      • An effect of the child sent the action after the case changed. Use 'ifCaseLet', which cancels \
      the child's effects. 'Scope' doesn't cancel effects.
      • A view or a test sent the action after the case changed. Check the state first.
      """)
  }

  /// Reports a binding action of a feature that has no `BindingReducer` in its body.
  static func bindingWithoutReducer<Root>(
    _ keyPath: PartialKeyPath<Root>, value: Any, feature: Any.Type, at location: _IssueLocation?
  ) {
    let name = name(of: feature)
    report(
      """
      \(name) received a binding action that wasn't handled, so the state wasn't changed:

        \(keyPath)
          \(dumped(value))

      Add 'BindingReducer()' to its 'body', before the reducers that need the new value:

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
      An action was sent to the store of \(name(of: state)) while its reducer was running:

        \(dumped(action))

      The action was processed after the current one. Don't send actions in a reducer. Change the state \
      directly, or return '.send(...)' or '.run { send in ... }'.
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
