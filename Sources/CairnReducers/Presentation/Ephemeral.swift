/// State that goes away after any of its own actions: alerts and dialogs.
public protocol _EphemeralState {
  associatedtype Action
}

/// Whether a presented value is an alert or a dialog, bare or as a case of destinations.
@inlinable
func _isEphemeral<State>(_ state: State) -> Bool {
  if State.self is any _EphemeralState.Type { return true }
  if let type = State.self as? any CaseReducerState.Type {
    return _isEphemeralCase(state, type)
  }
  return false
}

@usableFromInline
func _isEphemeralCase<State>(_ state: State, _: any CaseReducerState.Type) -> Bool {
  (state as? any CaseReducerState)?._isEphemeral ?? false
}
