import CairnFeatures

/// One step from a feature to a child that may be removed from the state. It contains the child's position and
/// identity.
public struct IdentityNode: Hashable, Sendable {
  /// The property or case that contains a child.
  public enum Place: Hashable {
    /// A property.
    case keyPath(AnyKeyPath)
    /// A case, identified by the type of its case path.
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

  /// Creates a step to a value at a place.
  ///
  /// The value is identified by its case, and also by its ID if the value or its associated value is `Identifiable`.
  @usableFromInline
  init(place: Place, value: some Any) {
    let identity = _CaseIdentity(of: value)
    self.init(place: place, id: identity.id, tag: identity.tag)
  }
}

/// The identity of a presented value, which consists of an enum's case and an `Identifiable` ID.
public struct _CaseIdentity: Hashable {
  /// The number of the case.
  public let tag: Int
  /// The ID of the value or of its associated value, or `nil` if it isn't `Identifiable`.
  public let id: AnyHashable?

  /// Creates the identity of a case without an ID.
  public init(tag: Int) {
    self.tag = tag
    id = nil
  }

  /// Creates the identity of a case, with the ID of its associated value if that's `Identifiable`.
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
      // An enum without a macro is identified by the name of its case.
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

/// A visitor that collects the identities of all features that a state presents.
public struct IdentityVisitor {
  private var path = IdentityPath()
  private(set) var live: Set<IdentityPath> = []
  /// A number that's greater than all IDs in the stacks.
  private(set) var generation = 0
  /// The search for a stored action, or `nil` if only identities are collected.
  var search: StoredActionSearch? { didSet { isSearching = search != nil } }
  @usableFromInline private(set) var isSearching = false

  init() {}

  /// Records the lowest number that the next ID of a stack can have.
  mutating func noteStack(_ generation: Int) {
    self.generation = max(self.generation, generation)
  }

  /// Records a child, and then visits the features that it presents.
  ///
  /// - Parameters:
  ///   - node: The step to the child.
  ///   - visit: Visits the features that the child presents.
  public mutating func enter(_ node: IdentityNode, _ visit: (inout Self) -> Void) {
    let outer = path
    path = outer.appending(node)
    live.insert(path)
    visit(&self)
    path = outer
  }
}
