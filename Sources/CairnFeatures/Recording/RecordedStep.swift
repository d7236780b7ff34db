/// What happened in a store, as recorders are told.
public enum RecordedStep {
  /// An action was sent, and its reducer has run.
  case action(Any)
  /// The state was changed without an action: by a model, or by what replaced it as a whole, such as a
  /// location that was opened.
  case write
  /// A model has sent an event.
  case event(Any, sender: Any.Type)
}

/// What a store does.
public enum StoreActivity: Sendable {
  /// Everything.
  case live
  /// It changes its state, and begins no effects and no tasks: what these have done is known already.
  case withoutEffects
  /// Nothing: actions and writes go nowhere, and models are not activated. Its state can be replaced as a
  /// whole.
  case frozen
}

/// What stores do that are made now.
package enum StoreActivityContext {
  @TaskLocal package static var current = StoreActivity.live
}
