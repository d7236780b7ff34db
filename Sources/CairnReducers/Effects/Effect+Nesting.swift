extension Effect {
  /// The maximum depth to which effects can be nested in each other.
  ///
  /// Each level uses stack space when the effect starts, sends, and ends. Each nested feature needs a few levels.
  static var nestingLimit: Int { 2000 }

  /// Returns an effect that contains another effect. If it's nested too deeply, this method reports an issue and
  /// returns an effect that does nothing.
  static func nested(_ operation: EffectOperation<Action>) -> Self {
    guard operation.nesting > nestingLimit else { return Self(operation: operation) }
    Issue.report(
      """
      More than \(nestingLimit) effects are nested in each other, so the effect doesn't run.

      This usually happens when a loop repeatedly wraps an effect with 'map' or 'cancellable', or \
      alternates between 'merge' and 'concatenate'. Instead, collect the effects in an array, and merge \
      or concatenate them once.
      """)
    return .none
  }
}
