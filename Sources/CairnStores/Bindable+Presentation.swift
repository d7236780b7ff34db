public import CairnCases
public import CairnReducers
public import CairnViews

// By the projection of what is presented: `$store.scope(\.$destination, action: \.destination).edit`.

extension Bindable {
  /// A binding to the stores of an enum of destinations: that of one of its cases is a member.
  ///
  /// ```swift
  /// .sheet(item: $store.scope(\.$destination, action: \.destination).edit) { store in
  ///   ItemFormView(store: store)
  /// }
  /// ```
  /// Writing nil sends `.dismiss`.
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

  /// The same, with a label.
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

  /// A binding to the store of what is presented.
  ///
  /// Writing nil sends `.dismiss`.
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

  /// The same, with a label.
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
