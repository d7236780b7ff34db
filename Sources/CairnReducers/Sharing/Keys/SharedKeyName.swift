import CairnDependencies

/// The name of a key, which is encoded together with its value. Decoding it finds the same shared value again.
enum SharedKeyName: Codable, Hashable, Sendable {
  case inMemory(String)
  case session(String)

  /// Returns the value of the key. If there is no value yet, this creates one from the default.
  func reference<Value>(
    default value: Value
  ) -> (any SharedReference<Value>)? {
    func found(_ id: some Hashable & Sendable) -> SharedBox<Value>? {
      let found = storage._table.box(for: id) { SharedBox(value, keyName: self, onDeinit: $0) }
      guard case .box(let box) = found else { return nil }
      return box
    }
    switch self {
    case .inMemory(let key): return found(InMemoryKeyID(key: key))
    case .session(let key): return found(SessionKeyID(key: key))
    }
  }

  /// The storage that contains the value.
  var storage: any SharedStorage {
    switch self {
    case .inMemory:
      @Dependency(\.defaultInMemoryStorage) var storage
      return storage
    case .session:
      @Dependency(\.sessionStorage) var storage
      return storage
    }
  }

  /// Returns the value of the key with any type, or `nil` if there is no value.
  func existing(in storage: any SharedStorage) -> (any SharedParts)? {
    switch self {
    case .inMemory(let key): storage._table.anyBox(for: InMemoryKeyID(key: key))
    case .session(let key): storage._table.anyBox(for: SessionKeyID(key: key))
    }
  }
}

/// A key that can be encoded.
protocol NamedKey {
  var name: SharedKeyName? { get }
}

extension InMemoryKey: NamedKey {
  var name: SharedKeyName? { .inMemory(key) }
}

extension SessionKey: NamedKey {
  var name: SharedKeyName? { .session(key) }
}

extension SharedKeyDefault: NamedKey {
  var name: SharedKeyName? { (base as? any NamedKey)?.name }
}
