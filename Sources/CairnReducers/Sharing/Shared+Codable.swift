private enum SharedCodingKeys: String, CodingKey {
  case key = "$sharedKey"
  case path = "$sharedPath"
  case box = "$sharedBox"
  case value
}

/// Encodes and decodes a shared value.
///
/// A shared value is encoded as its value. There are additional rules:
///
/// - In the snapshot of a scene, references to the same shared value still refer to one value after decoding. A part of
///   such a value, such as `$user.name`, becomes a separate value.
/// - A value of an in-memory, session, or file key is encoded with its key. Decoding returns the current value of the
///   key. If the key has no value, the encoded value is used. For a file, it's used until a declaration uses the key.
/// - A part of such a value refers to it again if it's a stored property, the wrapped value of an optional, or an element
///   with an index, or with a `Codable` ID or key. If the part no longer exists, it keeps the encoded value, and ignores
///   changes.
/// - Other values that belong to a key, and their other parts, become separate values. When a scene with such a value is
///   stored, Cairn reports an issue once.
/// - A property that's declared with a key in a state with ``ObservableState()`` isn't encoded. Its declaration refers
///   to the value of the key again.
extension Shared: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try reference.encode(to: encoder)
  }
}

extension Shared: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    reference = try decodedReference(from: decoder)
  }
}

/// Encodes and decodes a shared reader in the same way as a ``Shared``.
extension SharedReader: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try reference.encode(to: encoder)
  }
}

extension SharedReader: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    reference = try decodedReference(from: decoder)
  }
}

extension SharedReference where Value: Encodable {
  fileprivate func encode(to encoder: any Encoder) throws {
    guard let partName else {
      if let values = encoder.userInfo[.sharedValues] as? SnapshotSharedValues {
        values.note()
        if root.hasKey { UnnamedParts.report(Value.self, of: root.valueType) }
        if identity.path.isEmpty {
          var container = encoder.container(keyedBy: SharedCodingKeys.self)
          try container.encode(identity.root, forKey: .box)
          try container.encode(value, forKey: .value)
          return
        }
      }
      var container = encoder.singleValueContainer()
      try container.encode(value)
      return
    }
    var container = encoder.container(keyedBy: SharedCodingKeys.self)
    try container.encode(partName.key, forKey: .key)
    if !partName.path.isEmpty { try container.encode(partName.path, forKey: .path) }
    try container.encode(value, forKey: .value)
  }
}

private func decodedReference<Value: Decodable>(
  from decoder: any Decoder
) throws -> any SharedReference<Value> {
  // Most values don't have a keyed container, or have one without that key.
  let container = try? decoder.container(keyedBy: SharedCodingKeys.self)
  if let values = decoder.userInfo[.sharedValues] as? SnapshotSharedValues {
    if let container, container.contains(.box) {
      return try values.box(container.decode(Int.self, forKey: .box)) {
        SharedBox(try container.decode(Value.self, forKey: .value))
      }
    }
    if container?.contains(.key) != true { values.note() }
  }
  if let container, container.contains(.key) {
    let key = try container.decode(SharedKeyName.self, forKey: .key)
    let value = try container.decode(Value.self, forKey: .value)
    let path = try container.decodeIfPresent([SharedPartName.Step].self, forKey: .path) ?? []
    if path.isEmpty { return key.reference(default: value) }
    return NamedPartReference(SharedPartName(key: key, path: path), value: value)
  }
  return SharedBox(try decoder.singleValueContainer().decode(Value.self))
}
