import CairnDependencies

/// The name of a key, which is encoded together with its value. Decoding it finds the same shared value again.
enum SharedKeyName: Codable, Hashable, Sendable {
  case inMemory(String)
  case session(String)

  /// The place of the key's value in its storage.
  var place: SharedKeyPlace {
    switch self {
    case .inMemory(let key):
      @Dependency(\.defaultInMemoryStorage) var storage
      return SharedKeyPlace(storage: storage, id: InMemoryKeyID(key: key))
    case .session(let key):
      @Dependency(\.sessionStorage) var storage
      return SharedKeyPlace(storage: storage, id: SessionKeyID(key: key))
    }
  }

  /// Returns the value of the key. If there is no value yet, this creates one from the default.
  func reference<Value>(default value: Value) -> any SharedReference<Value> {
    place.box { SharedBox(value, keyName: self, onDeinit: $0) } ?? SharedBox(value)
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
