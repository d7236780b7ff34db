public import CairnDependencies

extension Reducer {
  /// Sets a dependency for this reducer, its children, and their effects.
  ///
  /// ```swift
  /// Onboarding()
  ///   .dependency(\.database, .inMemory)
  /// ```
  ///
  /// A child can override this value with its own `dependency` operator. Actions that effects send pass through this
  /// operator again, so these actions and their effects use the value too.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency to set.
  ///   - value: The new value of the dependency.
  @inlinable
  public consuming func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value
  ) -> _DependencyReducer<Self> {
    _DependencyReducer(base: self, presence: _PresenceChange(keyPath)) {
      $0[keyPath: keyPath] = value
    }
  }

  /// Sets a dependency whose type is its own key.
  ///
  /// ```swift
  /// Onboarding()
  ///   .dependency(Mailer.silent)
  /// ```
  ///
  /// - Parameter value: The new value of the dependency.
  @inlinable
  public consuming func dependency<Value: TestDependencyKey>(
    _ value: Value
  ) -> _DependencyReducer<Self> where Value.Value == Value {
    _DependencyReducer(base: self, presence: nil) { $0[Value.self] = value }
  }

  /// Changes a dependency for this reducer, its children, and their effects.
  ///
  /// ```swift
  /// Checkout()
  ///   .transformDependency(\.mailer) { mailer in
  ///     mailer.sender = "shop@example.org"
  ///   }
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The dependency to change.
  ///   - transform: Changes the current value. Cairn calls this closure for each action, and for the effects that the
  ///     action starts.
  @inlinable
  public consuming func transformDependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    transform: @escaping (_ value: inout Value) -> Void
  ) -> _DependencyReducer<Self> {
    _DependencyReducer(base: self, presence: _PresenceChange(keyPath)) {
      transform(&$0[keyPath: keyPath])
    }
  }

  /// Changes a dependency whose type is its own key.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency.
  ///   - transform: Changes the current value. Cairn calls this closure for each action, and for the effects that the
  ///     action starts.
  @inlinable
  public consuming func transformDependency<Value: TestDependencyKey>(
    _ type: Value.Type, transform: @escaping (_ value: inout Value) -> Void
  ) -> _DependencyReducer<Self> where Value.Value == Value {
    _DependencyReducer(base: self, presence: nil) { transform(&$0[Value.self]) }
  }
}

/// A reducer that runs with changed dependencies.
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

/// A dependency that describes how a feature is presented.
///
/// An effect normally gets such a dependency from the feature's position in the tree. This value identifies one that an
/// operator overrides.
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
