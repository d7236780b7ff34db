/// The intervals of a store's throttled effects, which outlive the effects.
///
/// Use it only under the isolation of its store.
final class ThrottleWindows {
  private struct Key: Hashable {
    let cancellation: Cancellation
    let action: ObjectIdentifier
  }

  private var windows: [Key: ThrottleInterval] = [:]
  private var limit = 16

  /// Returns the interval for an ID in a feature.
  func window<Action>(
    under cancellation: Cancellation, of action: Action.Type
  ) -> ThrottleWindow<Action> {
    // A parent and a child that's run by `Scope` share IDs, but their action types differ.
    let key = Key(cancellation: cancellation, action: ObjectIdentifier(action))
    if let window = windows[key] as? ThrottleWindow<Action> { return window }
    if windows.count >= limit {
      windows = windows.filter { !$0.value.isOver }
      limit = max(16, windows.count * 2)
    }
    let window = ThrottleWindow<Action>()
    windows[key] = window
    return window
  }
}
