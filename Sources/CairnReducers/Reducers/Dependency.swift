public import CairnDependencies

extension Reducer {
  /// Sets a dependency of this reducer, of its children, and of their effects.
  ///
  /// ```swift
  /// Onboarding()
  ///   .dependency(\.database, .inMemory)
  /// ```
  /// The innermost writer wins: what a child sets for itself is not overridden from outside. Actions
  /// that effects send come back through this operator, so they and their effects see it too.
  @inlinable
  public consuming func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value
  ) -> _DependencyReducer<Self> {
    _DependencyReducer(base: self, presence: _PresenceChange(keyPath)) {
      $0[keyPath: keyPath] = value
    }
  }

  /// Sets a dependency that is its own key.
  ///
  /// ```swift
  /// Onboarding()
  ///   .dependency(Mailer.silent)
  /// ```
  @inlinable
  public consuming func dependency<Value: TestDependencyKey>(
    _ value: Value
  ) -> _DependencyReducer<Self> where Value.Value == Value {
    _DependencyReducer(base: self, presence: nil) { $0[Value.self] = value }
  }

  /// Changes a dependency of this reducer, of its children, and of their effects.
  ///
  /// ```swift
  /// Checkout()
  ///   .transformDependency(\.mailer) { mailer in
  ///     mailer.sender = "shop@example.org"
  ///   }
  /// ```
  /// The closure runs for each action, and for the effects that follow from it.
  @inlinable
  public consuming func transformDependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    transform: @escaping (_ value: inout Value) -> Void
  ) -> _DependencyReducer<Self> {
    _DependencyReducer(base: self, presence: _PresenceChange(keyPath)) {
      transform(&$0[keyPath: keyPath])
    }
  }

  /// Changes a dependency that is its own key.
  @inlinable
  public consuming func transformDependency<Value: TestDependencyKey>(
    _ type: Value.Type, transform: @escaping (_ value: inout Value) -> Void
  ) -> _DependencyReducer<Self> where Value.Value == Value {
    _DependencyReducer(base: self, presence: nil) { transform(&$0[Value.self]) }
  }
}

/// A reducer with dependencies of its own.
public struct _DependencyReducer<Base: Reducer>: Reducer {
  @usableFromInline let base: Base
  @usableFromInline let presence: _PresenceChange?
  @usableFromInline let update: (inout DependencyValues) -> Void

  @inlinable
  init(
    base: Base, presence: _PresenceChange?, update: @escaping (inout DependencyValues) -> Void
  ) {
    self.base = base
    self.presence = presence
    self.update = update
  }

  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let effect = withDependencies(update) { base.reduce(into: &state, action: action) }
    guard effect.operation != nil else { return effect }
    return effect.withDependencies(presence, update)
  }

  @inlinable
  public func _visit(_ state: Base.State, with visitor: inout IdentityVisitor) {
    withDependencies(update) { base._visit(state, with: &visitor) }
  }

  @inlinable
  public static func _isEphemeral(_ state: Base.State) -> Bool { Base._isEphemeral(state) }
}

/// A change of what an effect knows of its presentation, which its place in the tree gives it otherwise.
@usableFromInline
enum _PresenceChange: Sendable {
  case dismiss
  case isPresented

  @usableFromInline
  init?(_ keyPath: AnyKeyPath) {
    switch keyPath {
    case \DependencyValues.dismiss: self = .dismiss
    case \DependencyValues.isPresented: self = .isPresented
    default: return nil
    }
  }
}
