public import CairnCases

/// What happens to a presented feature: one of its actions, or its dismissal.
public enum PresentationAction<Action> {
  /// The feature goes away.
  case dismiss
  /// An action of the feature.
  indirect case presented(Action)
}

extension PresentationAction: CasePathable {
  /// The cases, and, without a step in between, those of the presented feature's actions:
  /// `\.destination.edit` rather than `\.destination.presented.edit`.
  @dynamicMemberLookup
  public struct Cases: Sendable {
    @inlinable
    public init() {}

    @inlinable
    public var dismiss: Case<At_dismiss> { Case(At_dismiss()) }

    @inlinable
    public var presented: Case<At_presented> { Case(At_presented()) }

    @inlinable
    public subscript<Path: CasePath>(
      dynamicMember keyPath: KeyPath<Action.Cases, Case<Path>>
    ) -> Case<Presented<Path>> where Action: CasePathable, Path.Root == Action {
      Case(Presented(Action.cases[keyPath: keyPath]._path))
    }
  }

  @inlinable
  public static var cases: Cases { Cases() }

  public struct At_dismiss: StaticCasePath {
    @inlinable
    public init() {}

    @inlinable
    public func extract(from root: PresentationAction) -> Void? {
      if case .dismiss = root { () } else { nil }
    }

    @inlinable
    public func embed(_ value: Void) -> PresentationAction { .dismiss }

    @inlinable
    public func modify<Result>(
      _ root: inout PresentationAction, _ body: (inout Void) -> Result
    ) -> Result? {
      guard case .dismiss = root else { return nil }
      var value: Void = ()
      return body(&value)
    }
  }

  public struct At_presented: PresentedCasePath {
    @inlinable
    public init() {}

    @inlinable
    public func extract(from root: PresentationAction) -> Action? {
      if case .presented(let action) = root { action } else { nil }
    }

    @inlinable
    public func embed(_ value: Action) -> PresentationAction { .presented(value) }

    @inlinable
    public func modify<Result>(
      _ root: inout PresentationAction, _ body: (inout Action) -> Result
    ) -> Result? {
      guard case .presented(var action) = root else { return nil }
      let result = body(&action)
      root = .presented(action)
      return result
    }

    @inlinable
    public static var dismiss: PresentationAction { .dismiss }
  }
}

/// A case path that steps into what is presented, and so knows how to dismiss it.
public protocol PresentedCasePath: StaticCasePath {
  /// The action that dismisses what is presented.
  static var dismiss: Root { get }
}

/// A case of the actions of a presented feature.
public struct Presented<Path: CasePath>: CasePath {
  @usableFromInline let path: Path

  @inlinable
  init(_ path: Path) {
    self.path = path
  }

  @inlinable
  public static var _depth: Int { 1 + Path._depth }

  @inlinable
  public func extract(from root: PresentationAction<Path.Root>) -> Path.Value? {
    guard case .presented(let action) = root else { return nil }
    return path.extract(from: action)
  }

  @inlinable
  public func embed(_ value: Path.Value) -> PresentationAction<Path.Root> {
    .presented(path.embed(value))
  }

  @inlinable
  public func modify<Result>(
    _ root: inout PresentationAction<Path.Root>, _ body: (inout Path.Value) -> Result
  ) -> Result? {
    guard case .presented(var action) = root else { return nil }
    let result = path.modify(&action, body)
    root = .presented(action)
    return result
  }
}

extension Presented: StaticCasePath, PresentedCasePath where Path: StaticCasePath {
  @inlinable
  public init() {
    self.init(Path())
  }

  @inlinable
  public static var dismiss: PresentationAction<Path.Root> { .dismiss }
}

extension Chain: PresentedCasePath where First: StaticCasePath, Second: PresentedCasePath {
  @inlinable
  public static var dismiss: First.Root { First().embed(Second.dismiss) }
}

extension Case {
  /// A case of the actions of what is presented: of an enum in an enum, too, it is known how to dismiss it.
  @inlinable
  public subscript<First: CasePath, Inner: CasePath, Next: CasePath>(
    dynamicMember keyPath: KeyPath<Inner.Value.Cases, Case<Next>>
  ) -> Case<Chain<First, Presented<Chain<Inner, Next>>>>
  where
    Path == Chain<First, Presented<Inner>>, Inner.Value: CasePathable, Next.Root == Inner.Value
  {
    let next = Inner.Value.cases[keyPath: keyPath]._path
    return Case<Chain<First, Presented<Chain<Inner, Next>>>>(
      Chain(_path.first, Presented(Chain(_path.second.path, next))))
  }
}

extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Codable where Action: Codable {}
