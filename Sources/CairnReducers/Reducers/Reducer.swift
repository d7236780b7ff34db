/// A feature that defines how actions change its state, and which effects they start.
///
/// A reducer is a value that contains dependencies and configuration, but no state. Either compose it from other
/// reducers in ``body-swift.property``, or implement ``reduce(into:action:)``. Use the macro ``/Cairn/Reducer()`` to conform
/// to this protocol.
///
/// Reducers run synchronously and process one action at a time, under the isolation of their store.
public protocol Reducer<State, Action>: SendableMetatype {
  /// The state of the feature, which is a value type.
  associatedtype State
  /// The type of the feature's actions, which describe everything that can happen in it.
  associatedtype Action
  /// The type of the reducer's body, or `Never` if it implements ``reduce(into:action:)``.
  associatedtype Body

  /// Changes the state in response to an action, and returns the effects to run.
  ///
  /// - Parameters:
  ///   - state: The current state.
  ///   - action: The action to process.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that this reducer consists of, in the order in which they run.
  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// Visits the features that the state presents, so that the store can cancel the effects of removed features.
  func _visit(_ state: State, with visitor: inout IdentityVisitor)

  /// Returns whether the state is removed after any of its own actions.
  ///
  /// For example, this is true for the state of a destination while it's an alert.
  static func _isEphemeral(_ state: State) -> Bool
}

/// A shorthand for a ``Reducer`` with the state and actions of a given reducer.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

extension Reducer where Body == Never {
  /// The body of a reducer that implements ``reduce(into:action:)``. Don't use this property, because it always traps.
  public var body: Body {
    fatalError("'\(Self.self)' has no 'body'. Call its 'reduce(into:action:)' method instead.")
  }

  @inlinable
  public func _visit(_ state: State, with visitor: inout IdentityVisitor) {}
}

extension Reducer where Body: Reducer<State, Action> {
  /// Runs the reducers of the body.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }

  @inlinable
  public func _visit(_ state: State, with visitor: inout IdentityVisitor) {
    body._visit(state, with: &visitor)
  }
}

/// A reducer that does nothing, unless an extension declares a body for it.
///
/// The macro ``/Cairn/Reducer()`` adds this conformance to a struct that has neither a body nor `reduce(into:action:)`.
public protocol _BodylessReducer: Reducer {}

extension _BodylessReducer {
  /// A reducer that does nothing.
  @inlinable
  public var body: EmptyReducer<State, Action> { EmptyReducer() }
}
