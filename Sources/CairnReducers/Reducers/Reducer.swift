/// A feature: how an action changes its state, and which effects follow from it.
///
/// A reducer is a value that holds dependencies and configuration, never state. Compose it of others
/// in ``body-swift.property``, or do the work yourself in ``reduce(into:action:)``; conform by the
/// macro ``Reducer()``.
///
/// Reducers run synchronously, one action at a time, under the isolation of their store.
public protocol Reducer<State, Action>: SendableMetatype {
  /// What the feature knows: a value type.
  associatedtype State
  /// What can happen in the feature.
  associatedtype Action
  /// The reducer that this one is made of; `Never` where it does the work itself.
  associatedtype Body

  /// Changes the state for an action and returns the effects that follow.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that this one is made of, in the order in which they run.
  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// Names what the state presents, so that effects of what is gone are cancelled.
  func _visit(_ state: State, with visitor: inout IdentityVisitor)

  /// Whether the state goes away after any of its own actions, as that of a destination at an alert.
  static func _isEphemeral(_ state: State) -> Bool
}

/// A store's or a view's short way to name the types of a reducer.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

extension Reducer where Body == Never {
  /// A reducer that implements ``reduce(into:action:)`` has no body: do not call this.
  public var body: Body {
    fatalError("'\(Self.self)' implements 'reduce(into:action:)' and has no body")
  }

  @inlinable
  public func _visit(_ state: State, with visitor: inout IdentityVisitor) {}
}

extension Reducer where Body: Reducer<State, Action> {
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }

  @inlinable
  public func _visit(_ state: State, with visitor: inout IdentityVisitor) {
    body._visit(state, with: &visitor)
  }
}

/// A reducer that does nothing, unless it has a body of its own in an extension. The macro ``Reducer()``
/// gives it to a struct with neither a body nor `reduce(into:action:)`.
public protocol _BodylessReducer: Reducer {}

extension _BodylessReducer {
  @inlinable
  public var body: EmptyReducer<State, Action> { EmptyReducer() }
}
