public import CairnCases

/// An action of one of many features, which an id tells apart.
public enum IdentifiedAction<ID: Hashable, Action> {
  /// An action of the element with the id.
  case element(id: ID, action: Action)
}

/// An action of one of many features that are kept in an ``IdentifiedArray``.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<
  R.State.ID, R.Action
> where R.State: Identifiable

extension IdentifiedAction: CasePathable {
  /// The case of all elements, and those of one of them: `\.rows[id: 1].toggled`.
  public struct Cases: Sendable {
    @inlinable
    public init() {}

    @inlinable
    public var element: Case<At_element> { Case(At_element()) }

    /// The actions of the element with an id.
    @inlinable
    public subscript(id id: ID) -> Case<At_id> where ID: Sendable { Case(At_id(id: id)) }
  }

  @inlinable
  public static var cases: Cases { Cases() }

  public struct At_element: StaticCasePath {
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

// Case paths are `Sendable`, and so only an ID that is can be in one.
extension IdentifiedAction where ID: Sendable {
  /// The actions of one element: a case path with an id in it.
  public struct At_id: CasePath {
    @usableFromInline let id: ID

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
