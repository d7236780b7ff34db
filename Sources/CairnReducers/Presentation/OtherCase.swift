import IssueReporting

/// Reports an action for a case that the state is not at. Called by what the macro writes.
@usableFromInline
func _reportOtherCase(action: some Any, of state: some Any) {
  reportIssue(
    """
    An action of one destination was received while another one was presented:

      Action:
        \(Issue.dumped(action))
      State:
        \(Issue.dumped(state))

    It was ignored. An effect of the destination before may have sent it, or a view that is no longer \
    shown.
    """)
}

/// Reports a write through a case that the state is not at. Called by what the macro writes.
public func _reportOtherCase(writing name: String, to state: some Any) {
  reportIssue(
    """
    A value was written to the case '\(name)' while the state was at another one:

      \(Issue.dumped(state))

    Nothing was changed. To go to the case, assign the whole value: 'state = .\(name)(...)'.
    """)
}
