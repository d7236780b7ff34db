public import CairnCases

/// An action of a presented feature, or its dismissal.
public enum PresentationAction<Action> {
  /// Dismisses the presented feature.
  case dismiss
  /// An action of the presented feature.
  indirect case presented(Action)
}

extension PresentationAction: CasePathable {
  /// The cases of a presentation action.
  ///
  /// The cases of the presented feature's actions are available directly. For example, write `\.destination.edit`
  /// instead of `\.destination.presented.edit`.
  @dynamicMemberLookup
  public struct Cases: Sendable {
    /// Creates the collection of cases.
    @inlinable
    public init() {}

    /// The case of a dismissal.
    @inlinable
    public var dismiss: Case<At_dismiss> { Case(At_dismiss()) }

    /// The actions of the presented feature.
    @inlinable
    public var presented: Case<At_presented> { Case(At_presented()) }

    /// Returns a case of the presented feature's actions.
    @inlinable
    public subscript<Path: CasePath>(
      dynamicMember keyPath: KeyPath<Action.Cases, Case<Path>>
    ) -> Case<Presented<Path>> where Action: CasePathable, Path.Root == Action {
      Case(Presented(Action.cases[keyPath: keyPath]._path))
    }
  }

  /// The case paths of this type.
  @inlinable
  public static var cases: Cases { Cases() }

  /// The path to the case `dismiss`.
  public struct At_dismiss: StaticCasePath {
    /// Creates the path to the case `dismiss`.
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

  /// The path to the case `presented`.
  public struct At_presented: PresentedCasePath {
    /// Creates the path to the case `presented`.
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

/// A case path to the actions of a presented feature, which also defines how to dismiss the feature.
public protocol PresentedCasePath: StaticCasePath {
  /// The action that dismisses the presented feature.
  static var dismiss: Root { get }
}

/// A case path to a case of a presented feature's actions.
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
  /// Returns a case path to a nested case of a presented feature's actions. The path still knows how to dismiss the
  /// feature, even if the case is in an enum inside another enum.
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
