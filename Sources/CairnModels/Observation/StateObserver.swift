/// An observer of a model's state. It's used under the store's lock.
@usableFromInline
final class StateObserver {
  /// Called after a change in the state. It's created where the concrete types are known.
  let check: () -> Void
  /// Called when there won't be any more changes.
  let finish: () -> Void

  @usableFromInline
  init(check: @escaping () -> Void, finish: @escaping () -> Void) {
    self.check = check
    self.finish = finish
  }
}
