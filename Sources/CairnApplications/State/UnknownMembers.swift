/// The members of a stored state that this version of the application doesn't have.
///
/// Another version has stored them. This version stores them again with each later state, so that it doesn't destroy
/// them. A member belongs to an object, which is found by its path. It's forgotten as soon as a state doesn't have that
/// object anymore, or has another object there, which has another `id`. Elements of arrays are found by their `id`, and
/// elements of stacks by the IDs of the stack. Other elements have no identity, so their members aren't kept.
struct UnknownMembers: Equatable {
  /// The identity of the object, or `nil` if it has none.
  private var id: JSONValue?
  private var members: [String: JSONValue] = [:]
  /// The unknown members of the object's known members.
  private var nested: [String: UnknownMembers] = [:]
  /// The unknown members of an array's elements.
  private var elements: [JSONValue: UnknownMembers] = [:]

  var isEmpty: Bool { members.isEmpty && nested.isEmpty && elements.isEmpty }

  init() {}

  /// - Parameters:
  ///   - stored: The stored state.
  ///   - known: What this version encodes after it has decoded the stored state.
  init(of stored: JSONValue, besides known: JSONValue) {
    self.init(of: stored, ids: nil, besides: known, ids: nil)
  }

  /// - Parameter ids: The identities of the elements, if the value contains the elements of a stack.
  private init(
    of stored: JSONValue, ids storedIDs: [JSONValue]?, besides known: JSONValue,
    ids knownIDs: [JSONValue]?
  ) {
    switch (stored, known) {
    case (.object(let storedMembers), .object(let knownMembers)):
      id = known.id
      members = storedMembers.filter { knownMembers[$0.key] == nil }
      for (name, member) in storedMembers {
        guard let knownMember = knownMembers[name] else { continue }
        let isStack = name == JSONValue.stackElements
        let unknown = UnknownMembers(
          of: member, ids: isStack ? stored.stackIDs : nil, besides: knownMember,
          ids: isStack ? known.stackIDs : nil)
        if !unknown.isEmpty { nested[name] = unknown }
      }
    case (.array(let storedElements), .array(let knownElements)):
      let known = Self.identified(knownElements, by: knownIDs)
      for (id, element) in Self.identified(storedElements, by: storedIDs) {
        let unknown = known[id].map { UnknownMembers(of: element, besides: $0) }
        if let unknown, !unknown.isEmpty { elements[id] = unknown }
      }
    default: break
    }
  }

  private static func identified(
    _ elements: [JSONValue], by ids: [JSONValue]?
  ) -> [JSONValue: JSONValue] {
    var identified: [JSONValue: JSONValue] = [:]
    for (index, element) in elements.enumerated() {
      if let id = ids?[index] ?? element.id { identified[id] = element }
    }
    return identified
  }

  /// Adds the members to a later state, and forgets those whose objects it doesn't have.
  mutating func add(to state: inout JSONValue) { add(to: &state, ids: nil) }

  private mutating func add(to value: inout JSONValue, ids: [JSONValue]?) {
    switch value {
    case .object(var known) where id == value.id:
      let stackIDs = value.stackIDs
      for name in Array(nested.keys) {
        guard var member = known[name] else {
          nested[name] = nil
          continue
        }
        nested[name]?.add(to: &member, ids: name == JSONValue.stackElements ? stackIDs : nil)
        known[name] = member
      }
      // If a later state has a member with this name, it isn't the unknown one.
      known.merge(members) { known, _ in known }
      value = .object(known)
    case .array(var known) where !elements.isEmpty:
      var present: Set<JSONValue> = []
      for index in known.indices {
        guard let id = ids?[index] ?? known[index].id else { continue }
        present.insert(id)
        elements[id]?.add(to: &known[index])
      }
      elements = elements.filter { present.contains($0.key) }
      value = .array(known)
    default: self = UnknownMembers()
    }
  }
}
