import CairnApplications

/// The changes that turn one JSON value into another. They're applied in order.
struct JSONDifference: Equatable {
  /// A component of the path to a part of a value.
  enum Step: Hashable {
    case key(String)
    case index(Int)
  }

  enum Change: Equatable {
    /// Sets a part, or adds it.
    case set([Step], JSONValue)
    /// Removes a member of an object.
    case remove([Step])
    /// Replaces some elements of an array.
    case splice([Step], at: Int, removing: Int, inserting: [JSONValue])
  }

  var changes: [Change] = []

  var isEmpty: Bool { changes.isEmpty }

  init(changes: [Change] = []) {
    self.changes = changes
  }

  init(from old: JSONValue, to new: JSONValue) {
    add(old, new, at: [])
  }

  private mutating func add(_ old: JSONValue, _ new: JSONValue, at path: [Step]) {
    guard old != new else { return }
    switch (old, new) {
    case (.object(let before), .object(let after)):
      for key in before.keys.sorted() where after[key] == nil {
        changes.append(.remove(path + [.key(key)]))
      }
      for (key, value) in after.sorted(by: { $0.key < $1.key }) {
        if let earlier = before[key] {
          add(earlier, value, at: path + [.key(key)])
        } else {
          changes.append(.set(path + [.key(key)], value))
        }
      }
    case (.array(let before), .array(let after)) where before.count == after.count:
      for (index, pair) in zip(before, after).enumerated() {
        add(pair.0, pair.1, at: path + [.index(index)])
      }
    case (.array(let before), .array(let after)):
      let shorter = min(before.count, after.count)
      let head = zip(before, after).prefix { $0 == $1 }.count
      let tail = zip(before.reversed(), after.reversed()).prefix(shorter - head)
        .prefix { $0 == $1 }.count
      changes.append(
        .splice(
          path, at: head, removing: before.count - head - tail,
          inserting: Array(after[head..<after.count - tail])))
    default: changes.append(.set(path, new))
    }
  }

  /// Applies the changes to a value.
  /// - Throws: ``Mismatch`` if a changed part doesn't exist.
  func apply(to value: inout JSONValue) throws(Mismatch) {
    for change in changes {
      switch change {
      case .set(let path, let new): try value.change(path[...]) { $0 = new }
      case .remove(let path): try value.change(path[...]) { $0 = nil }
      case .splice(let path, let index, let count, let new):
        try value.change(path[...]) { part throws(Mismatch) in
          guard case .array(var elements)? = part, index >= 0, count >= 0,
            index <= elements.count, count <= elements.count - index
          else { throw Mismatch() }
          elements.replaceSubrange(index..<index + count, with: new)
          part = .array(elements)
        }
      }
    }
  }

  /// An error that occurs if a change doesn't fit a value.
  struct Mismatch: Error {}
}

extension JSONValue {
  /// Changes a part of the value. If an object doesn't have the member at the path, the part is `nil`.
  fileprivate mutating func change(
    _ path: ArraySlice<JSONDifference.Step>,
    _ body: (inout JSONValue?) throws(JSONDifference.Mismatch) -> Void
  ) throws(JSONDifference.Mismatch) {
    guard let step = path.first else {
      var part: JSONValue? = self
      try body(&part)
      guard let part else { throw JSONDifference.Mismatch() }
      self = part
      return
    }
    let rest = path.dropFirst()
    switch (self, step) {
    case (.object(var members), .key(let key)):
      self = .null
      if rest.isEmpty {
        try body(&members[key])
      } else {
        guard var member = members[key] else { throw JSONDifference.Mismatch() }
        try member.change(rest, body)
        members[key] = member
      }
      self = .object(members)
    case (.array(var elements), .index(let index)) where elements.indices.contains(index):
      self = .null
      try elements[index].change(rest, body)
      self = .array(elements)
    default: throw JSONDifference.Mismatch()
    }
  }
}

// MARK: - Coding

/// Changes are encoded as `[path, value]`, `[path]`, or `[path, index, count, values]`.
extension JSONDifference: Codable {
  init(from decoder: any Decoder) throws {
    changes = try decoder.singleValueContainer().decode([Change].self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(changes)
  }
}

extension JSONDifference.Step: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let index = try? container.decode(Int.self) {
      self = .index(index)
    } else {
      self = .key(try container.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .key(let key): try container.encode(key)
    case .index(let index): try container.encode(index)
    }
  }
}

extension JSONDifference.Change: Codable {
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var steps = try container.nestedUnkeyedContainer()
    // States aren't nested this deeply.
    guard steps.count ?? 0 <= 200 else {
      throw DecodingError.dataCorruptedError(in: steps, debugDescription: "The path is too long.")
    }
    var path: [JSONDifference.Step] = []
    while !steps.isAtEnd { path.append(try steps.decode(JSONDifference.Step.self)) }
    switch container.count {
    case 1: self = .remove(path)
    case 2: self = .set(path, try container.decode(JSONValue.self))
    default:
      self = .splice(
        path, at: try container.decode(Int.self), removing: try container.decode(Int.self),
        inserting: try container.decode([JSONValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    switch self {
    case .remove(let path): try container.encode(path)
    case .set(let path, let value):
      try container.encode(path)
      try container.encode(value)
    case .splice(let path, let index, let count, let values):
      try container.encode(path)
      try container.encode(index)
      try container.encode(count)
      try container.encode(values)
    }
  }
}
