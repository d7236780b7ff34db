import CairnDependencies

/// A key that is encoded along with its value, so that who decodes it finds the value again.
enum SharedKeyName: Codable, Hashable, Sendable {
  case inMemory(String)
  case session(String)

  /// The value of the key; where there is none yet, the one that is given.
  func reference<Value>(
    default value: Value
  ) -> SharedReference<Value>? {
    func found(_ id: some Hashable & Sendable, in storage: SharedStorage) -> SharedBox<Value>? {
      let found = storage.box(for: id) { SharedBox(value, keyName: self, onDeinit: $0) }
      guard case .box(let box) = found else { return nil }
      return box
    }
    switch self {
    case .inMemory(let key):
      @Dependency(\.defaultInMemoryStorage) var storage
      return found(InMemoryKeyID(key: key), in: storage)
    case .session(let key):
      @Dependency(\.sessionStorage) var storage
      return found(SessionKeyID(key: key), in: storage)
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
