public import CairnCases

/// Writes what bindings send into the state.
///
/// It has no effects. Reducers after it see the new value, and can act on it:
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

  /// Writes the feature's own binding actions.
  @inlinable
  public init() where Action: BindableAction, Source == _OwnBindings<Action> {
    self.init(source: _OwnBindings())
  }

  /// Writes the binding actions that are in a case of the feature's actions.
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

/// Where in an action a binding is.
public protocol _BindingSource<State, Action> {
  associatedtype State
  associatedtype Action

  func binding(of action: Action) -> BindingAction<State>?
}

/// The action itself may be a binding.
public struct _OwnBindings<Action: BindableAction>: _BindingSource {
  @inlinable
  init() {}

  @inlinable
  public func binding(of action: Action) -> BindingAction<Action.State>? {
    Action._binding(of: action)
  }
}

/// The payload of a case may be a binding.
public struct _BindingsAt<Path: StaticCasePath>: _BindingSource where Path.Value: BindableAction {
  @inlinable
  init() {}

  @inlinable
  public func binding(of action: Path.Root) -> BindingAction<Path.Value.State>? {
    Path().extract(from: action).flatMap { Path.Value._binding(of: $0) }
  }
}
