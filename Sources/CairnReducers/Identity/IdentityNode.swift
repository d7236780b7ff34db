import CairnFeatures

/// One step from a feature to a child that the state may lose: where it is kept, and who it is.
public struct IdentityNode: Hashable, Sendable {
  /// The property or case that a child is kept at.
  public enum Place: Hashable {
    case keyPath(AnyKeyPath)
    case type(ObjectIdentifier)
  }

  private let place: OpaqueID<Place>
  private let id: OpaqueID<AnyHashable>?
  private let tag: Int

  @usableFromInline
  init(place: Place, id: AnyHashable?, tag: Int = 0) {
    self.place = OpaqueID(place)
    self.id = id.map { OpaqueID($0) }
    self.tag = tag
  }

  /// The identity of a value at a place: its case, and its id where it or its payload is
  /// `Identifiable`.
  @usableFromInline
  init(place: Place, value: some Any) {
    let identity = _CaseIdentity(of: value)
    self.init(place: place, id: identity.id, tag: identity.tag)
  }
}

/// Who a presented value is: the case of an enum, and an `Identifiable` id.
public struct _CaseIdentity: Hashable {
  public let tag: Int
  public let id: AnyHashable?

  public init(tag: Int) {
    self.tag = tag
    id = nil
  }

  public init(tag: Int, payload: some Any) {
    self.tag = tag
    id = Self.id(of: payload)
  }

  private init(tag: Int, id: AnyHashable?) {
    self.tag = tag
    self.id = id
  }

  @usableFromInline
  init(of value: some Any) {
    if let value = value as? any CaseReducerState {
      self = value._caseIdentity
    } else if let id = Self.id(of: value) {
      self.init(tag: 0, id: id)
    } else {
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .enum else {
        self.init(tag: 0)
        return
      }
      // An enum that no macro has seen: its case goes by its name.
      let payload = mirror.children.first
      self.init(
        tag: (payload?.label ?? String(describing: value)).hashValue,
        payload: payload?.value ?? ())
    }
  }

  private static func id(of value: some Any) -> AnyHashable? {
    func id<Value: Identifiable>(_ value: Value) -> AnyHashable { AnyHashable(value.id) }
    if let value = value as? any Identifiable { return id(value) }
    return (value as? any DialogState).map { AnyHashable($0.instance.number) }
  }
}

/// Collects the identities of all that a state presents.
public struct IdentityVisitor {
  private var path = IdentityPath()
  private(set) var live: Set<IdentityPath> = []
  /// The number that is above those of all ids in the stacks.
  private(set) var generation = 0

  init() {}

  /// Notes what the next id of a stack may be at least.
  mutating func noteStack(_ generation: Int) {
    self.generation = max(self.generation, generation)
  }

  /// Notes a child, and what it presents itself.
  public mutating func enter(_ node: IdentityNode, _ visit: (inout Self) -> Void) {
    let outer = path
    path = outer.appending(node)
    live.insert(path)
    visit(&self)
    path = outer
  }
}
