/// An operation on a state inside its container.
@usableFromInline
enum StateOperation {
  /// Copies the state into the slot.
  case get
  /// Replaces the state with the contents of the slot.
  case set
  /// Copies the collection that contains the state if its storage is shared, for example with a copy of an
  /// array.
  case own
  /// Removes the state from its container, if the container can exist without it.
  case remove
}

/// Access to a state in the container of an edge. It's used under the store's lock, while the edge exists.
///
/// An access is created where the concrete types are known, so that the compiler can specialize its closure. It
/// doesn't specialize an overridden method of a generic class.
@usableFromInline
struct StateAccess<State> {
  /// The slot holds the state that's read or written. The result is whether the operation succeeded.
  @usableFromInline typealias Operation = (StateOperation, inout State?) -> Bool

  /// The edge, if the state is its whole container. It's unretained, because the edge retains the owner of this
  /// access.
  @usableFromInline let whole: Unmanaged<ContainerEdge<State>>?
  @usableFromInline let operation: Operation?

  @inlinable
  init(_ edge: ContainerEdge<State>) {
    whole = .passUnretained(edge)
    operation = nil
  }

  @inlinable
  init(operation: @escaping Operation) {
    whole = nil
    self.operation = operation
  }

  /// The state, or `nil` if it was removed.
  @inlinable
  var value: State? {
    if let whole { return whole._withUnsafeGuaranteedRef { $0.value } }
    var slot: State?
    _ = operation?(.get, &slot)
    return slot
  }

  /// Replaces the state, if it still exists.
  @inlinable
  func set(_ value: State) {
    if let whole { return whole._withUnsafeGuaranteedRef { $0.value = value } }
    var slot: State? = value
    _ = operation?(.set, &slot)
  }

  /// Changes the state. It's changed in place if it's the whole container.
  @inlinable
  func modify(_ body: (inout State) -> Void) {
    if let whole { return whole._withUnsafeGuaranteedRef { body(&$0.value) } }
    var slot: State?
    guard operation?(.get, &slot) == true, slot != nil else { return }
    body(&slot!)
    _ = operation?(.set, &slot)
  }

  /// Copies the collection that contains the state if its storage is shared.
  @inlinable
  func own() {
    var slot: State?
    _ = operation?(.own, &slot)
  }

  /// Removes the state from its container. Returns `false` if the container can't exist without it.
  @inlinable
  func remove() -> Bool {
    var slot: State?
    return operation?(.remove, &slot) ?? false
  }

  /// Returns access to a part of the state.
  /// - Parameters:
  ///   - get: Returns the part, or `nil` if it was removed.
  ///   - set: Replaces the part, if it still exists.
  ///   - remove: Removes the part. If `nil`, the part can only be removed together with this state.
  @inlinable
  func part<Part>(
    get: @escaping (State) -> Part?, set: @escaping (inout State, Part) -> Void,
    remove: ((inout State) -> Void)?
  ) -> StateAccess<Part> {
    StateAccess<Part> { operation, slot in
      switch operation {
      case .get:
        slot = self.value.flatMap(get)
        return slot != nil
      case .set:
        guard let part = slot else { return false }
        modify { set(&$0, part) }
        return true
      case .own:
        own()
        modify { state in
          // Assigning a part copies the shared storage that contains it.
          if let part = get(state) { set(&state, part) }
        }
        return true
      case .remove:
        guard let remove else { return self.remove() }
        modify(remove)
        return true
      }
    }
  }
}
