/// The place of a key's value in its storage.
struct SharedKeyPlace: Sendable {
  let storage: any SharedStorage
  let id: any Hashable & Sendable
  /// The storage of the key's file, which is retained because its address is part of the ID.
  var files: (any FileStorage)?

  /// The value of the key with any type, or `nil` if there is no value.
  var box: (any SharedRoot & SharedParts)? { storage._table.anyBox(for: id) }

  /// Returns the value of the key, and creates it if it doesn't exist.
  ///
  /// - Returns: `nil` if the value has another type.
  func box<Value>(
    orMake make: (_ onDeinit: (@Sendable () -> Void)?) -> SharedBox<Value>
  ) -> SharedBox<Value>? {
    func box(_ id: some Hashable & Sendable) -> SharedBox<Value>? {
      guard case .box(let box) = storage._table.box(for: id, orMake: make) else { return nil }
      return box
    }
    return box(id)
  }
}
