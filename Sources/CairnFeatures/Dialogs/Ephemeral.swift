/// State that goes away after any of its own actions: alerts and dialogs.
public protocol _EphemeralState {
  associatedtype Action
}
