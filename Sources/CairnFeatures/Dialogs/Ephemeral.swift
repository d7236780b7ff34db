/// A state that is dismissed after any of its own actions, such as an alert or a dialog.
public protocol _EphemeralState {
  /// The type of the actions.
  associatedtype Action
}
