/// An event in a store that recorders receive.
public enum RecordedStep {
  /// An action was sent, and its reducer has run.
  case action(Any)
  /// The state was changed without an action. A model changed it, or the whole state was replaced, such as when
  /// a location was opened.
  case write
  /// A model has sent an event.
  case event(Any, sender: Any.Type)
}

/// The degree to which a store is active.
public enum StoreActivity: Sendable {
  /// The store is fully active.
  case live
  /// The store changes its state, but doesn't start effects or tasks, because their results are already known.
  case withoutEffects
  /// The store ignores actions and writes, and doesn't activate models. Its state can only be replaced as a
  /// whole.
  case frozen
}

/// The activity of stores that are being created.
package enum StoreActivityContext {
  @TaskLocal package static var current = StoreActivity.live
}
