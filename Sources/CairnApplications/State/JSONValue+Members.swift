extension JSONValue {
  /// Returns the value with a member of a new state, or `nil` if the new state doesn't have it at the same place.
  ///
  /// Arrays have no common places, except for the elements of a stack with the same number of elements.
  /// - Parameter path: The path of the member, which is missing in this value.
  func adding(_ path: ArraySlice<any CodingKey>, of new: JSONValue) -> JSONValue? {
    guard let key = path.first else { return nil }
    let rest = path.dropFirst()
    guard case .object(var members) = self, case .object(let newMembers) = new,
      let newMember = newMembers[key.stringValue]
    else { return nil }
    switch members[key.stringValue] {
    case nil: members[key.stringValue] = rest.isEmpty ? newMember : nil
    case .array(let elements)? where key.stringValue == Self.stackElements:
      guard stackIDs != nil, case .array(let newElements) = newMember,
        let completed = Self.adding(rest, of: newElements, to: elements)
      else { return nil }
      members[key.stringValue] = .array(completed)
    case let member?:
      guard let completed = member.adding(rest, of: newMember) else { return nil }
      members[key.stringValue] = completed
    }
    return members[key.stringValue] == nil ? nil : .object(members)
  }

  private static func adding(
    _ path: ArraySlice<any CodingKey>, of new: [JSONValue], to elements: [JSONValue]
  ) -> [JSONValue]? {
    guard let index = path.first?.intValue, elements.indices.contains(index),
      new.count == elements.count,
      let completed = elements[index].adding(path.dropFirst(), of: new[index])
    else { return nil }
    var elements = elements
    elements[index] = completed
    return elements
  }

  // MARK: Identities

  /// The name of the member of a stack with its elements.
  static let stackElements = "elements"

  /// The IDs of the elements if this is the encoding of a `StackState`. Otherwise, `nil`.
  var stackIDs: [JSONValue]? {
    guard case .object(let members) = self, case .array(let ids)? = members["ids"],
      case .array(let elements)? = members[Self.stackElements], ids.count == elements.count
    else { return nil }
    return ids
  }

  /// The member `id`, or `nil` if there is none.
  var id: JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members["id"]
  }
}
