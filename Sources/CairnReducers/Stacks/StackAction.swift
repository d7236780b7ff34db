public import CairnCases

/// What happens in a navigation stack.
public enum StackAction<State, Action> {
  /// An action of the element with the id.
  indirect case element(id: StackElementID, action: Action)
  /// The element with the id and all above it go away.
  case popFrom(id: StackElementID)
  /// An element comes onto the stack. In views the store gives the id.
  case push(id: StackElementID, state: State)
}

/// What happens in a stack of the features of an enum.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

extension StackAction: CasePathable {
  public struct Cases: Sendable {
    @inlinable
    public init() {}

    @inlinable
    public var element: Case<At_element> { Case(At_element()) }

    @inlinable
    public var popFrom: Case<At_popFrom> { Case(At_popFrom()) }

    @inlinable
    public var push: Case<At_push> { Case(At_push()) }

    /// The actions of the element with an id.
    @inlinable
    public subscript(id id: StackElementID) -> Case<At_id> { Case(At_id(id: id)) }
  }

  @inlinable
  public static var cases: Cases { Cases() }

  public struct At_element: StaticCasePath {
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

  public struct At_popFrom: StaticCasePath {
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

  public struct At_push: StaticCasePath {
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

  /// The action of one element: a case path with an id in it.
  public struct At_id: CasePath {
    @usableFromInline let id: StackElementID

    /// The actions of the element with an id.
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
