/// A value that describes how an effect has ended, and which features continue afterward.
///
/// An effect of a child can be a part of a chain of its parent. If the child is removed from the state, the child's
/// part of the chain ends, and the parent's part continues.
struct EffectEnd {
  /// The number of nodes in the effect's path that are still in the state.
  let remaining: Int

  /// The end of an effect that completed its work, or that was canceled by an ID or together with its `Cascade`.
  static let regular = EffectEnd(remaining: .max)

  /// The end of an effect that was canceled together with all effects of its store.
  static let ofStore = EffectEnd(remaining: -1)

  /// Returns whether the feature at a path has ended together with the effect.
  func includes(_ path: IdentityPath) -> Bool { path.count > remaining }

  /// Returns the combined end of two effects that ran at the same time.
  func merged(with other: EffectEnd) -> EffectEnd {
    EffectEnd(remaining: min(remaining, other.remaining))
  }
}
