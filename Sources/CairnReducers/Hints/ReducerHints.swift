public import CairnCases

// Hints for declarations that a feature lacks. The compiler chooses them only if no other overload fits.

extension BindingReducer {
  /// A hint for a feature whose actions aren't bindable.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message: "Declare 'enum Action: BindableAction' with 'case binding(BindingAction<State>)'."
  )
  public init() where Source == _MissingBindings<State, Action> {
    self.init(source: _MissingBindings())
  }
}

/// The source of the bindings of a hint.
@_documentation(visibility: private)
public struct _MissingBindings<State, Action>: _BindingSource {
  public func binding(of action: Action) -> BindingAction<State>? { nil }
}

extension Reducer {
  /// A hint for a presented feature whose state isn't marked `@Presents`.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message: "Mark the property of the state '@Presents', and write '$' before its name here."
  )
  public func ifLet<
    Path: StaticCasePath, ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>
  >(
    _ state: WritableKeyPath<State, ChildState?>,
    action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child
  ) -> Self
  where
    Action: CasePathable, Path.Root == Action, Path.Value == PresentationAction<ChildAction>
  { self }

  /// A hint for a presented enum of features, alert, or dialog whose state isn't marked `@Presents`.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message: "Mark the property of the state '@Presents', and write '$' before its name here."
  )
  public func ifLet<Path: StaticCasePath, ChildState, ChildAction>(
    _ state: WritableKeyPath<State, ChildState?>,
    action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>
  ) -> Self
  where
    Action: CasePathable, Path.Root == Action, Path.Value == PresentationAction<ChildAction>
  { self }
}
