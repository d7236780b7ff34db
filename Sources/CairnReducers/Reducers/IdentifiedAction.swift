public import CairnCases

/// An action of one feature in a collection, identified by the ID of its element.
public enum IdentifiedAction<ID: Hashable, Action> {
  /// An action of the element with an ID.
  case element(id: ID, action: Action)
}

/// The identified actions of a reducer whose state is `Identifiable`, as stored in an ``/CairnCases/IdentifiedArray``.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<
  R.State.ID, R.Action
> where R.State: Identifiable

extension IdentifiedAction: CasePathable {
  /// The cases of an identified action.
  ///
  /// The subscript selects the actions of a single element, for example `\.rows[id: 1].toggled`.
  public struct Cases: Sendable {
    /// Creates the collection of cases.
    @inlinable
    public init() {}

    /// The actions of all elements, with their IDs.
    @inlinable
    public var element: Case<At_element> { Case(At_element()) }

    /// The actions of the element with an ID.
    @inlinable
    public subscript(id id: ID) -> Case<At_id> where ID: Sendable { Case(At_id(id: id)) }
  }

  /// The case paths of this type.
  @inlinable
  public static var cases: Cases { Cases() }

  /// The path to the case `element`.
  public struct At_element: StaticCasePath {
    /// Creates the path to the case `element`.
    @inlinable
    public init() {}

    @inlinable
    public func extract(from root: IdentifiedAction) -> (id: ID, action: Action)? {
      switch root {
      case .element(let id, let action): (id, action)
      }
    }

    @inlinable
    public func embed(_ value: (id: ID, action: Action)) -> IdentifiedAction {
      .element(id: value.id, action: value.action)
    }

    @inlinable
    public func modify<Result>(
      _ root: inout IdentifiedAction, _ body: (inout (id: ID, action: Action)) -> Result
    ) -> Result? {
      guard case .element(let id, let action) = root else { return nil }
      var value = (id: id, action: action)
      let result = body(&value)
      root = embed(value)
      return result
    }
  }
}

// Case paths are `Sendable`, so they can only contain IDs that are `Sendable`.
extension IdentifiedAction where ID: Sendable {
  /// A case path to the actions of the element with a specific ID.
  public struct At_id: CasePath {
    @usableFromInline let id: ID

    /// Creates a case path to the actions of the element with an ID.
    @inlinable
    public init(id: ID) {
      self.id = id
    }

    @inlinable
    public func extract(from root: IdentifiedAction) -> Action? {
      guard case .element(id, let action) = root else { return nil }
      return action
    }

    @inlinable
    public func embed(_ value: Action) -> IdentifiedAction { .element(id: id, action: value) }

    @inlinable
    public func modify<Result>(
      _ root: inout IdentifiedAction, _ body: (inout Action) -> Result
    ) -> Result? {
      guard var value = extract(from: root) else { return nil }
      let result = body(&value)
      root = embed(value)
      return result
    }
  }
}

extension IdentifiedAction: Sendable where ID: Sendable, Action: Sendable {}
extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}

extension IdentifiedAction: Decodable where ID: Decodable, Action: Decodable {}
extension IdentifiedAction: Encodable where ID: Encodable, Action: Encodable {}
