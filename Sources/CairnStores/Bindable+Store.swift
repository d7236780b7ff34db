public import CairnCases
public import CairnReducers
public import CairnViews
import OrderedCollections

// The general subscript for references would create a key path through the store's dynamic members each time. A
// key path into the state is created once.

extension Bindable {
  /// A binding to a property of a store's state, which sends a binding action to change it.
  @inlinable
  public subscript<State, Action: BindableAction, Member: Equatable & Sendable>(
    dynamicMember member: WritableKeyPath<State, Member>
  ) -> Binding<Member> where Value == Store<State, Action>, Action.State == State {
    let store = wrappedValue
    return Binding(
      get: { store.state[keyPath: member] },
      set: { store[dynamicMember: member] = $0 })
  }

  /// A binding to a property of a store's state, which sends a binding action of the view to change it.
  @inlinable
  public subscript<State, Action: ViewAction, Member: Equatable & Sendable>(
    dynamicMember member: WritableKeyPath<State, Member>
  ) -> Binding<Member>
  where
    Value == Store<State, Action>, Action.ViewAction: BindableAction,
    Action.ViewAction.State == State
  {
    let store = wrappedValue
    return Binding(
      get: { store.state[keyPath: member] },
      set: { store[dynamicMember: member] = $0 })
  }
}

extension Bindable {
  /// Returns a binding to the store of a presented feature, for a case of an enum of features.
  ///
  /// ```swift
  /// .sheet(item: $store.scope(state: \.destination?.add, action: \.destination.add)) { store in
  ///   ItemFormView(store: store)
  /// }
  /// ```
  /// Setting the binding to `nil` sends `.dismiss`. If no `ifLet` of the feature handles it, an issue is
  /// reported.
  ///
  /// - Parameters:
  ///   - state: The state of the presented feature.
  ///   - action: The actions of the presented feature. Only the type of this key path is used. It's never
  ///     evaluated.
  @inlinable
  public func scope<State, Action, ChildState, Path: PresentedCasePath>(
    state: KeyPath<State, ChildState?>,
    action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Binding<Store<ChildState, Path.Value>?>
  where Value == Store<State, Action>, Action: CasePathable, Path.Root == Action {
    let store = wrappedValue
    let location = _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return Binding(
      get: { store._scope(state: state, path: Path()) },
      set: { value in
        if value == nil { store.sendDismissal(of: state, Path.dismiss, at: location) }
      })
  }

  /// Returns a binding to the store of a presented feature.
  ///
  /// ```swift
  /// .sheet(item: $store.scope(state: \.addItem, action: \.addItem)) { store in ... }
  /// ```
  /// Setting the binding to `nil` sends `.dismiss`. If no `ifLet` of the feature handles it, an issue is
  /// reported.
  @inlinable
  public func scope<State, Action, ChildState, ChildAction, Path: StaticCasePath>(
    state: KeyPath<State, ChildState?>,
    action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Binding<Store<ChildState, ChildAction>?>
  where
    Value == Store<State, Action>, Action: CasePathable, Path.Root == Action,
    Path.Value == PresentationAction<ChildAction>
  {
    let store = wrappedValue
    let location = _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return Binding(
      get: {
        store._scope(
          state: state,
          path: Chain(Path(), PresentationAction<ChildAction>.At_presented()))
      },
      set: { value in
        if value == nil { store.sendDismissal(of: state, Path().embed(.dismiss), at: location) }
      })
  }

  /// Returns a binding to the stores of the elements of a navigation stack, for `NavigationStack(path:)`.
  ///
  /// A change of the path sends `.push` or `.popFrom`. If no `forEach` of the feature handles it, an issue is
  /// reported.
  public func scope<State, Action, ElementState, ElementAction, Path: StaticCasePath>(
    state: KeyPath<State, StackState<ElementState>>,
    action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Binding<StorePath<ElementState, ElementAction>>
  where
    Value == Store<State, Action>, Action: CasePathable, Path.Root == Action,
    Path.Value == StackAction<ElementState, ElementAction>
  {
    let store = wrappedValue
    let location = _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return Binding(
      get: {
        StorePath(
          elements: store.state[keyPath: state],
          element: { id in
            store._scope(
              state: state.appending(path: \.[id: id]),
              path: Chain(Path(), StackAction<ElementState, ElementAction>.At_id(id: id)))
          })
      },
      set: { path in
        let elements = store.state[keyPath: state]
        if let pushed = path.pushed {
          store.sendChange(
            of: state, Path().embed(.push(id: elements.nextID, state: pushed)), at: location)
        } else if path.count < elements.count {
          store.sendChange(
            of: state, Path().embed(.popFrom(id: elements.ids[path.count])), at: location)
        }
      })
  }
}

// Overloads without a label.

extension Bindable {
  /// Returns a binding to the store of a presented feature, for a case of an enum of features.
  ///
  /// Setting the binding to `nil` sends `.dismiss`. If no `ifLet` of the feature handles it, an issue is
  /// reported.
  @inlinable
  public func scope<State, Action, ChildState, Path: PresentedCasePath>(
    _ state: KeyPath<State, ChildState?>,
    action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Binding<Store<ChildState, Path.Value>?>
  where Value == Store<State, Action>, Action: CasePathable, Path.Root == Action {
    scope(
      state: state, action: action(), fileID: fileID, filePath: filePath, line: line, column: column
    )
  }

  /// Returns a binding to the store of a presented feature.
  ///
  /// Setting the binding to `nil` sends `.dismiss`. If no `ifLet` of the feature handles it, an issue is
  /// reported.
  public func scope<State, Action, ChildState, ChildAction, Path: StaticCasePath>(
    _ state: KeyPath<State, ChildState?>,
    action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Binding<Store<ChildState, ChildAction>?>
  where
    Value == Store<State, Action>, Action: CasePathable, Path.Root == Action,
    Path.Value == PresentationAction<ChildAction>
  {
    scope(
      state: state, action: action(), fileID: fileID, filePath: filePath, line: line, column: column
    )
  }

  /// Returns a binding to the stores of the elements of a navigation stack, for `NavigationStack(path:)`.
  ///
  /// A change of the path sends `.push` or `.popFrom`. If no `forEach` of the feature handles it, an issue is
  /// reported.
  public func scope<State, Action, ElementState, ElementAction, Path: StaticCasePath>(
    _ state: KeyPath<State, StackState<ElementState>>,
    action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Binding<StorePath<ElementState, ElementAction>>
  where
    Value == Store<State, Action>, Action: CasePathable, Path.Root == Action,
    Path.Value == StackAction<ElementState, ElementAction>
  {
    scope(
      state: state, action: action(), fileID: fileID, filePath: filePath, line: line, column: column
    )
  }
}
