public import CairnCases

/// An enum of features, as the macro ``Reducer(state:action:)`` writes it.
///
/// It is a feature itself: another one may have it as a case, and `StoreOf`, `ReducerOf` and `StackActionOf`
/// take it.
public protocol CaseReducer: Reducer
where State: CaseReducerState, State.StateReducer == Self, Body: Reducer<State, Action> {
  associatedtype CaseScope
  associatedtype CaseBody: Reducer<State, Action>

  /// The reducer of all cases. An enum that gives its own has to run the features of its cases itself.
  @ReducerBuilder<State, Action>
  static var body: CaseBody { get }

  /// The stores of the features, one of which is there.
  static func scope(_ store: Store<State, Action>) -> CaseScope

  static func _reduce(into state: inout State, action: Action) -> Effect<Action>
  static func _visit(_ state: State, with visitor: inout IdentityVisitor)
}

extension CaseReducer {
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    Self._reduce(into: &state, action: action)
  }

  @inlinable
  public func _visit(_ state: State, with visitor: inout IdentityVisitor) {
    Self._visit(state, with: &visitor)
  }

  @inlinable
  public static func _isEphemeral(_ state: State) -> Bool { state._isEphemeral }

  public static func _reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }

  public static func _visit(_ state: State, with visitor: inout IdentityVisitor) {
    body._visit(state, with: &visitor)
  }
}

/// The state of an enum of features.
public protocol CaseReducerState: CasePathable {
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self

  /// Who the value is: effects of another identity are cancelled.
  var _caseIdentity: _CaseIdentity { get }

  /// Whether the value goes away after any of its actions.
  var _isEphemeral: Bool { get }
}

/// The reducer of an enum of features: runs the reducer of the case that an action belongs to.
public struct CaseReducerBody<Features: CaseReducer>: Reducer {
  @inlinable
  public init() {}

  @inlinable
  public func reduce(
    into state: inout Features.State, action: Features.Action
  ) -> Effect<Features.Action> {
    Features._reduce(into: &state, action: action)
  }

  @inlinable
  public func _visit(_ state: Features.State, with visitor: inout IdentityVisitor) {
    Features._visit(state, with: &visitor)
  }

  @inlinable
  public static func _isEphemeral(_ state: Features.State) -> Bool { state._isEphemeral }
}

/// Runs the reducer of one case. Called by what the macro writes.
@inlinable
public func _reduceCase<
  StatePath: StaticCasePath, ActionPath: StaticCasePath, Feature: Reducer
>(
  _ statePath: StatePath, _ actionPath: ActionPath, of state: inout StatePath.Root,
  _ action: Feature.Action, with feature: Feature
) -> Effect<ActionPath.Root>
where StatePath.Value == Feature.State, ActionPath.Value == Feature.Action {
  // What `CasePath.modify` does, without its frames: features can nest by the hundred.
  guard var value = statePath.extract(from: state) else { return .ofOtherCase(action, of: state) }
  _ = consume state
  let effect = feature.reduce(into: &value, action: action)
  state = statePath.embed(value)
  return effect.map(actionPath)
}

/// Checks that the state is at the case of an action that has no reducer: an alert's or a dialog's.
/// Called by what the macro writes.
@inlinable
public func _checkCase<StatePath: StaticCasePath, Action>(
  _ statePath: StatePath, of state: StatePath.Root, _ action: Action
) -> Effect<Action> {
  statePath.extract(from: state) == nil ? .ofOtherCase(action, of: state) : .none
}

/// Visits what a case's feature presents. Called by what the macro writes.
@inlinable
public func _visitCase<Feature: Reducer>(
  _ state: Feature.State, of feature: Feature, with visitor: inout IdentityVisitor
) {
  feature._visit(state, with: &visitor)
}
