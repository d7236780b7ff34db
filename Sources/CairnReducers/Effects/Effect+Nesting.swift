extension Effect {
  /// How deep effects can be nested in each other.
  ///
  /// Each level needs stack when the effect starts, sends, and ends. Nested features need a few levels each.
  static var nestingLimit: Int { 2000 }

  /// An effect around another one. One that is nested too deeply is reported, and doesn't run.
  static func nested(_ operation: EffectOperation<Action>) -> Self {
    guard operation.nesting > nestingLimit else { return Self(operation: operation) }
    Issue.report(
      """
      More than \(nestingLimit) effects are nested in each other, so the effect doesn't run.

      A loop that wraps an effect again and again, with 'map' or 'cancellable', makes such an effect, and \
      so does one that takes turns with 'merge' and 'concatenate'. Collect effects in an array, and merge or \
      concatenate them once.
      """)
    return .none
  }
}
