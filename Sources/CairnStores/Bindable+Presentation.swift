public import CairnCases
public import CairnReducers
public import CairnViews

// Scopes with the projection of a presented feature:
// `$store.scope(\.$destination, action: \.destination).edit`.

extension Bindable {
  /// Returns a binding to the stores of a presented enum of features.
  ///
  /// The binding has a member for the store of each case:
  /// ```swift
  /// .sheet(item: $store.scope(\.$destination, action: \.destination).edit) { store in
  ///   ItemFormView(store: store)
  /// }
  /// ```
  /// Setting the binding to `nil` sends `.dismiss`.
  public func scope<State, Action, Destination: CaseReducerState, Path: StaticCasePath>(
    _ state: KeyPath<State, PresentationState<Destination>>,
    action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Binding<Destination.StateReducer.CaseScope?>
  where
    Value == Store<State, Action>, Action: CasePathable, Path.Root == Action,
    Path.Value == PresentationAction<Destination.StateReducer.Action>
  {
    let destination: Binding<Store<Destination, Destination.StateReducer.Action>?> = scope(
      state: state.appending(path: \.wrappedValue), action: action(), fileID: fileID,
      filePath: filePath, line: line, column: column)
    return Binding(
      get: { destination.wrappedValue.map { Destination.StateReducer.scope($0) } },
      set: { if $0 == nil { destination.wrappedValue = nil } })
  }

  /// Returns a binding to the stores of a presented enum of features, which has a member for the store of each
  /// case.
  ///
  /// Setting the binding to `nil` sends `.dismiss`.
  public func scope<State, Action, Destination: CaseReducerState, Path: StaticCasePath>(
    state: KeyPath<State, PresentationState<Destination>>,
    action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Binding<Destination.StateReducer.CaseScope?>
  where
    Value == Store<State, Action>, Action: CasePathable, Path.Root == Action,
    Path.Value == PresentationAction<Destination.StateReducer.Action>
  {
    scope(
      state, action: action(), fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns a binding to the store of a presented feature.
  ///
  /// Setting the binding to `nil` sends `.dismiss`.
  public func scope<State, Action, ChildState, ChildAction, Path: StaticCasePath>(
    _ state: KeyPath<State, PresentationState<ChildState>>,
    action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Binding<Store<ChildState, ChildAction>?>
  where
    Value == Store<State, Action>, Action: CasePathable, Path.Root == Action,
    Path.Value == PresentationAction<ChildAction>
  {
    scope(
      state: state.appending(path: \.wrappedValue), action: action(), fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  /// Returns a binding to the store of a presented feature.
  ///
  /// Setting the binding to `nil` sends `.dismiss`.
  public func scope<State, Action, ChildState, ChildAction, Path: StaticCasePath>(
    state: KeyPath<State, PresentationState<ChildState>>,
    action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Binding<Store<ChildState, ChildAction>?>
  where
    Value == Store<State, Action>, Action: CasePathable, Path.Root == Action,
    Path.Value == PresentationAction<ChildAction>
  {
    scope(
      state, action: action(), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
