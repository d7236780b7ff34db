/// Somebody who is told when something changes in a model's state. Used under the store's lock.
@usableFromInline
final class StateObserver {
  /// Looks at the state, which has changed somewhere. It is made where the types are known.
  let check: () -> Void
  /// Says that there will be no other state.
  let finish: () -> Void

  @usableFromInline
  init(check: @escaping () -> Void, finish: @escaping () -> Void) {
    self.check = check
    self.finish = finish
  }
}
