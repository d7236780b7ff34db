public import CairnCases

/// In place of the effect of an action for a case that the state is not at: the issue, for the operator
/// around it to report, which knows where it stands in the source.
final class OtherCaseOperation<Action>: EffectOperation<Action> {
  private let issue: OtherCaseIssue

  init(_ issue: OtherCaseIssue) {
    self.issue = issue
  }

  override var otherCase: OtherCaseIssue? { issue }

  // Nobody around it presents: the enum is the state of the store itself.
  override func start(in context: EffectContext<Action>, onEnd: @escaping (EffectEnd) -> Void) {
    issue.report(at: nil)
    onEnd(.regular)
  }
}

/// What is said of an action for a case that the state is not at.
struct OtherCaseIssue {
  /// The action and the state; nil where all has been said.
  private let texts: (action: String, state: String)?

  init(_ action: some Any, _ state: some Any) {
    texts = (Issue.dumped(action), Issue.dumped(state))
  }

  private init() {
    texts = nil
  }

  /// What an operator has reported itself.
  static let reported = OtherCaseIssue()

  func report(at location: _IssueLocation?) {
    guard let (action, state) = texts else { return }
    let place = location.map { ", in the operator at \($0.fileID):\($0.line)" } ?? ""
    let message = """
      An action of one destination was received while another one was presented\(place):

        Action:
          \(action)
        State:
          \(state)

      It was ignored, the parent ran. An effect of the destination before may have sent it, or a view \
      that is no longer shown.
      """
    if let location { location.report(message) } else { Issue.report(message) }
  }
}

extension Effect {
  /// What the reducer of an enum returns for an action for a case that the state is not at.
  @usableFromInline
  static func ofOtherCase(_ action: some Any, of state: some Any) -> Self {
    Self(operation: OtherCaseOperation(OtherCaseIssue(action, state)))
  }

  /// What an operator returns that has reported such an action: an alert that is there stays.
  @usableFromInline
  static var ofReportedCase: Self { Self(operation: OtherCaseOperation(.reported)) }

  /// Whether the action was for a case that the state is not at; reports that, where it was not said before.
  @usableFromInline
  func reportsOtherCase(at location: _IssueLocation) -> Bool {
    guard let issue = operation?.otherCase else { return false }
    issue.report(at: location)
    return true
  }
}

/// Writes through a case, or reports that the state is at another one. Called by what the macro writes.
///
/// A state can not become nothing: nil at the case that it is at is reported too.
@inlinable
public func _write<Path: CasePath>(
  _ value: Path.Value?, to path: Path, of state: inout Path.Root
) {
  if let value, path.modify(&state, { $0 = value }) != nil { return }
  if value == nil, path.extract(from: state) != nil {
    _reportNothing(writing: _caseName(of: Path.self), to: state)
  } else {
    _reportOtherCase(writing: _caseName(of: Path.self), to: state)
  }
}

/// Reports nil that was written to the case that the state is at.
public func _reportNothing(writing name: String, to state: some Any) {
  Issue.report(
    """
    The case '\(name)' was set to nil, but a state is always at a case:

      \(Issue.dumped(state))

    Nothing was changed. To dismiss what is presented, set that to nil: 'state.destination = nil', or \
    'state.$destination.\(name) = nil'.
    """)
}

/// Reports a write through a case that the state is not at.
public func _reportOtherCase(writing name: String, to state: some Any) {
  Issue.otherCase(writing: name, to: state, at: nil)
}

extension Issue {
  /// A write through a case that a state isn't at.
  static func otherCase(writing name: String, to state: some Any, at location: _IssueLocation?) {
    report(
      """
      A value was written to the case '\(name)' while the state was at another one:

        \(dumped(state))

      Nothing was changed. To go to the case, assign the whole value: 'state = .\(name)(...)'.
      """,
      at: location)
  }
}
