/// What can be done with a state where it is.
@usableFromInline
enum StateOperation {
  /// Puts the state into a slot.
  case get
  /// Makes what is in the slot the state.
  case set
  /// Copies what the state is in where others refer to it: an array of which a copy was made.
  case own
  /// Takes the state out of what may be without it.
  case remove
}

/// The way from an edge to a state in its container. Used under the store's lock, while the edge is there.
///
/// It is made where the types are known, so that the compiler specialises what its closure does: a method
/// of a generic class that others override is not.
@usableFromInline
struct StateAccess<State> {
  /// The slot is for a state on its way. Answers whether there was one, or whether it could be done.
  @usableFromInline typealias Operation = (StateOperation, inout State?) -> Bool

  /// The edge, where the state is its whole container. The edge keeps who has this, so it does not count.
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

  /// The state; nil where it is gone.
  @inlinable
  var value: State? {
    if let whole { return whole._withUnsafeGuaranteedRef { $0.value } }
    var slot: State?
    _ = operation?(.get, &slot)
    return slot
  }

  /// Makes a value the state, where there is one.
  @inlinable
  func set(_ value: State) {
    if let whole { return whole._withUnsafeGuaranteedRef { $0.value = value } }
    var slot: State? = value
    _ = operation?(.set, &slot)
  }

  /// Changes the state in place, where it is the whole container.
  @inlinable
  func modify(_ body: (inout State) -> Void) {
    if let whole { return whole._withUnsafeGuaranteedRef { body(&$0.value) } }
    var slot: State?
    guard operation?(.get, &slot) == true, slot != nil else { return }
    body(&slot!)
    _ = operation?(.set, &slot)
  }

  /// Copies what the state is in where others refer to it.
  @inlinable
  func own() {
    var slot: State?
    _ = operation?(.own, &slot)
  }

  /// Takes the state out of what may be without it; false where it has to be there.
  @inlinable
  func remove() -> Bool {
    var slot: State?
    return operation?(.remove, &slot) ?? false
  }

  /// The way on to a part of the state.
  /// - Parameters:
  ///   - get: The part; nil where it is gone.
  ///   - set: Replaces the part, where it is there.
  ///   - remove: Takes the part away; nil where only this state can be taken away.
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
          // Assigning a part copies what it is in.
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
