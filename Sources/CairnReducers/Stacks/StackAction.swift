public import CairnCases

/// An action of a navigation stack.
public enum StackAction<State, Action> {
  /// An action of the element with an ID.
  indirect case element(id: StackElementID, action: Action)
  /// Removes the element with an ID and all elements above it.
  case popFrom(id: StackElementID)
  /// Pushes an element. When a view pushes an element, the store assigns the ID.
  case push(id: StackElementID, state: State)
}

/// A shorthand for a ``StackAction`` with the state and actions of a given reducer.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

extension StackAction: CasePathable {
  /// The cases of a stack action.
  public struct Cases: Sendable {
    /// Creates the collection of cases.
    @inlinable
    public init() {}

    /// The actions of all elements, with their IDs.
    @inlinable
    public var element: Case<At_element> { Case(At_element()) }

    /// The actions that remove elements.
    @inlinable
    public var popFrom: Case<At_popFrom> { Case(At_popFrom()) }

    /// The actions that push elements.
    @inlinable
    public var push: Case<At_push> { Case(At_push()) }

    /// The actions of the element with an ID.
    @inlinable
    public subscript(id id: StackElementID) -> Case<At_id> { Case(At_id(id: id)) }
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
    public func extract(from root: StackAction) -> (id: StackElementID, action: Action)? {
      if case .element(let id, let action) = root { (id, action) } else { nil }
    }

    @inlinable
    public func embed(_ value: (id: StackElementID, action: Action)) -> StackAction {
      .element(id: value.id, action: value.action)
    }

    @inlinable
    public func modify<Result>(
      _ root: inout StackAction,
      _ body: (inout (id: StackElementID, action: Action)) -> Result
    ) -> Result? {
      guard var value = extract(from: root) else { return nil }
      let result = body(&value)
      root = embed(value)
      return result
    }
  }

  /// The path to the case `popFrom`.
  public struct At_popFrom: StaticCasePath {
    /// Creates the path to the case `popFrom`.
    @inlinable
    public init() {}

    @inlinable
    public func extract(from root: StackAction) -> StackElementID? {
      if case .popFrom(let id) = root { id } else { nil }
    }

    @inlinable
    public func embed(_ value: StackElementID) -> StackAction { .popFrom(id: value) }

    @inlinable
    public func modify<Result>(
      _ root: inout StackAction, _ body: (inout StackElementID) -> Result
    ) -> Result? {
      guard var value = extract(from: root) else { return nil }
      let result = body(&value)
      root = embed(value)
      return result
    }
  }

  /// The path to the case `push`.
  public struct At_push: StaticCasePath {
    /// Creates the path to the case `push`.
    @inlinable
    public init() {}

    @inlinable
    public func extract(from root: StackAction) -> (id: StackElementID, state: State)? {
      if case .push(let id, let state) = root { (id, state) } else { nil }
    }

    @inlinable
    public func embed(_ value: (id: StackElementID, state: State)) -> StackAction {
      .push(id: value.id, state: value.state)
    }

    @inlinable
    public func modify<Result>(
      _ root: inout StackAction, _ body: (inout (id: StackElementID, state: State)) -> Result
    ) -> Result? {
      guard var value = extract(from: root) else { return nil }
      let result = body(&value)
      root = embed(value)
      return result
    }
  }

  /// A case path to the actions of the element with a specific ID.
  public struct At_id: CasePath {
    @usableFromInline let id: StackElementID

    /// Creates a case path to the actions of the element with an ID.
    @inlinable
    public init(id: StackElementID) {
      self.id = id
    }

    @inlinable
    public func extract(from root: StackAction) -> Action? {
      if case .element(id, let action) = root { action } else { nil }
    }

    @inlinable
    public func embed(_ value: Action) -> StackAction { .element(id: id, action: value) }

    @inlinable
    public func modify<Result>(
      _ root: inout StackAction, _ body: (inout Action) -> Result
    ) -> Result? {
      guard var value = extract(from: root) else { return nil }
      let result = body(&value)
      root = embed(value)
      return result
    }
  }
}

extension StackAction: Sendable where State: Sendable, Action: Sendable {}
extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
