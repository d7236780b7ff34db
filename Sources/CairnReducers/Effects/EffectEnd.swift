/// How an effect has ended: of which features the work goes on after it.
///
/// An effect of a child may be a part of a chain of its parent. If the child leaves the state, the child's
/// part of the chain ends, and the parent's goes on.
struct EffectEnd {
  /// How many nodes of the effect's path are still in the state.
  let remaining: Int

  /// The effect has done its work, or was canceled by an ID or with what follows from its action.
  static let regular = EffectEnd(remaining: .max)

  /// The effect was canceled with all effects of its store.
  static let ofStore = EffectEnd(remaining: -1)

  /// Whether the feature at a path has ended with the effect.
  func includes(_ path: IdentityPath) -> Bool { path.count > remaining }

  /// The end of two effects that ran at the same time.
  func merged(with other: EffectEnd) -> EffectEnd {
    EffectEnd(remaining: min(remaining, other.remaining))
  }
}
