public import CairnCases

/// A reducer that writes changes made by bindings to the state.
///
/// It has no effects. Reducers after it see the new value and can respond to it:
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   BindingReducer()
///   Reduce { state, action in
///     switch action {
///     case .binding(\.isTimerOn): ...
/// ```
public struct BindingReducer<State, Action, Source: _BindingSource>: Reducer
where Source.Action == Action, Source.State == State {
  @usableFromInline let source: Source

  @usableFromInline
  init(source: Source) {
    self.source = source
  }

  /// Creates a reducer for the feature's own binding actions.
  @inlinable
  public init() where Action: BindableAction, Source == _OwnBindings<Action> {
    self.init(source: _OwnBindings())
  }

  /// Creates a reducer for the binding actions in a case of the feature's actions.
  ///
  /// ```swift
  /// enum Action: ViewAction {
  ///   case view(View)
  ///   @CasePathable
  ///   enum View: BindableAction { case binding(BindingAction<State>), saveTapped }
  /// }
  /// var body: some ReducerOf<Self> {
  ///   BindingReducer(action: \.view)
  ///   ...
  /// ```
  ///
  /// - Parameter action: The case that contains the binding actions.
  @inlinable
  public init<Path: StaticCasePath>(
    action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>
  )
  where
    Action: CasePathable, Path.Root == Action, Path.Value: BindableAction,
    Source == _BindingsAt<Path>
  {
    self.init(source: _BindingsAt())
  }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    source.binding(of: action)?.change.write(to: &state)
    return .none
  }
}

/// The position of a binding action in a feature's action.
public protocol _BindingSource<State, Action> {
  /// The state that bindings change.
  associatedtype State
  /// The action of the feature.
  associatedtype Action

  /// Returns the binding action that an action contains, if any.
  func binding(of action: Action) -> BindingAction<State>?
}

/// A source in which the action itself can be a binding action.
public struct _OwnBindings<Action: BindableAction>: _BindingSource {
  @inlinable
  init() {}

  @inlinable
  public func binding(of action: Action) -> BindingAction<Action.State>? {
    Action._binding(of: action)
  }
}

/// A source in which the associated value of a case can be a binding action.
public struct _BindingsAt<Path: StaticCasePath>: _BindingSource where Path.Value: BindableAction {
  @inlinable
  init() {}

  @inlinable
  public func binding(of action: Path.Root) -> BindingAction<Path.Value.State>? {
    Path().extract(from: action).flatMap { Path.Value._binding(of: $0) }
  }
}
