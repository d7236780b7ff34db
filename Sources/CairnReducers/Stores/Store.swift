public import CairnCases
public import CairnDependencies
import CairnFeatures
import IssueReporting

/// A feature's runtime, which stores its state, processes its actions, and runs its effects.
///
/// A store has a single isolation. If it's created in a scene, this is the scene's isolation. Otherwise, a store that's
/// created on the main actor is isolated to it, and any other store has its own lock. A store isn't `Sendable`. Effects
/// use `send` to access it.
@dynamicMemberLookup
public final class Store<State, Action> {
  @usableFromInline package let core: Core<State, Action>

  @usableFromInline
  package init(core: Core<State, Action>) {
    self.core = core
  }

  /// Creates a store that runs a reducer.
  ///
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - reducer: Builds the reducer.
  ///   - prepareDependencies: Changes the dependencies of the feature and its effects.
  @inlinable
  public convenience init<R: Reducer>(
    initialState: @autoclosure () -> R.State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where R.State == State, R.Action == Action {
    let core = withDependencies {
      prepareDependencies?(&$0)
    } operation: {
      Self.core(
        initialState(), RootReducer(reducer()), fileID: fileID, filePath: filePath, line: line,
        column: column)
    }
    self.init(core: core)
  }

  @usableFromInline
  static func core(
    _ initialState: State, _ reducer: RootReducer<State, Action>,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) -> RootCore<State, Action> {
    let core = RootCore(
      initialState: initialState, reducer: reducer, dependencies: DependencyValues._current,
      isolation: StoreIsolationContext.ofNewStore,
      origin: StoreOrigin(fileID: fileID, filePath: filePath, line: line, column: column))
    RootStores.current?.note(core)
    return core
  }

  /// The current state.
  @inlinable
  public var state: State { core.state }

  /// Returns the current value of a property of the state.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    core.state[keyPath: keyPath]
  }

  /// Calls a closure with the current state, and returns its result.
  ///
  /// - Parameter body: Reads the state.
  public func withState<Result>(_ body: (State) -> Result) -> Result {
    body(core.state)
  }

  /// Sends an action.
  ///
  /// Normally, the reducer has run when this method returns. If the store is already processing an action, it processes
  /// the new action afterward, and this method may return earlier.
  ///
  /// - Parameter action: The action to send.
  /// - Returns: A task that ends when the effects of the action have ended.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    guard let cascade = core.send(action) else { return StoreTask(nil) }
    return StoreTask(cascade, depth: core.depth)
  }

  // MARK: Scoping

  /// Returns a store for a part of the state.
  ///
  /// - Parameters:
  ///   - state: The part of the state.
  ///   - action: The case that contains the actions of this part.
  public func scope<ChildState, Path: CasePath>(
    state: KeyPath<State, ChildState>, action: KeyPath<Action.Cases, Case<Path>>
  ) -> Store<ChildState, Path.Value> where Action: CasePathable, Path.Root == Action {
    let path = Action.cases[keyPath: action]._path
    return Store<ChildState, Path.Value>(
      core: ScopedCore(
        parent: core, levels: Path._depth, place: ScopePlace(state, Path.self),
        initial: core.state[keyPath: state],
        extract: { $0[keyPath: state] }, embed: { path.embed($0) }))
  }

  /// Returns a store for a part of the state, without an argument label.
  public func scope<ChildState, Path: CasePath>(
    _ state: KeyPath<State, ChildState>, action: KeyPath<Action.Cases, Case<Path>>
  ) -> Store<ChildState, Path.Value> where Action: CasePathable, Path.Root == Action {
    scope(state: state, action: action)
  }

  /// Returns a store for an optional part of the state, without an argument label.
  ///
  /// - Returns: The store, or `nil` if the part is `nil`.
  public func scope<ChildState, Path: CasePath>(
    _ state: KeyPath<State, ChildState?>, action: KeyPath<Action.Cases, Case<Path>>
  ) -> Store<ChildState, Path.Value>? where Action: CasePathable, Path.Root == Action {
    scope(state: state, action: action)
  }

  /// Returns a store for an optional part of the state.
  ///
  /// - Parameters:
  ///   - state: The part of the state.
  ///   - action: The case that contains the actions of this part.
  /// - Returns: The store, or `nil` if the part is `nil`.
  public func scope<ChildState, Path: CasePath>(
    state: KeyPath<State, ChildState?>, action: KeyPath<Action.Cases, Case<Path>>
  ) -> Store<ChildState, Path.Value>? where Action: CasePathable, Path.Root == Action {
    _scope(state: state, path: Action.cases[keyPath: action]._path)
  }

  /// Returns a store for an optional part of the state, using a case path for its actions.
  @inlinable
  package func _scope<ChildState, Path: CasePath>(
    state: KeyPath<State, ChildState?>, path: Path
  ) -> Store<ChildState, Path.Value>? where Path.Root == Action {
    guard let initial = core.state[keyPath: state] else { return nil }
    return Store<ChildState, Path.Value>(
      core: ScopedCore(
        parent: core, levels: Path._depth, place: ScopePlace(state, Path.self), initial: initial,
        extract: { $0[keyPath: state] }, embed: { path.embed($0) }))
  }

  /// Returns a store for the associated value of a case. Code that's generated by macros calls this method.
  public func _scope<StatePath: CasePath, ActionPath: CasePath>(
    _ statePath: StatePath, _ actionPath: ActionPath
  ) -> Store<StatePath.Value, ActionPath.Value>?
  where StatePath.Root == State, ActionPath.Root == Action {
    guard let initial = statePath.extract(from: core.state) else { return nil }
    return Store<StatePath.Value, ActionPath.Value>(
      core: ScopedCore(
        parent: core, levels: ActionPath._depth, place: nil, initial: initial,
        extract: { statePath.extract(from: $0) }, embed: { actionPath.embed($0) }))
  }

  /// Returns the stores of the elements of an identified array, in the order of the array.
  ///
  /// - Parameters:
  ///   - state: The array in the state.
  ///   - action: The case that contains the actions of elements.
  public func scope<ID: Hashable, ElementState, ElementAction, Path: CasePath>(
    state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: KeyPath<Action.Cases, Case<Path>>
  ) -> [Store<ElementState, ElementAction>]
  where
    Action: CasePathable, Path.Root == Action,
    Path.Value == IdentifiedAction<ID, ElementAction>
  {
    let path = Action.cases[keyPath: action]._path
    let elements = core.state[keyPath: state]
    return zip(elements.ids, elements).map { id, element in
      Store<ElementState, ElementAction>(
        core: ScopedCore(
          parent: core, levels: Path._depth + 1,
          place: ScopePlace(state, id: AnyHashable(id), Path.self), initial: element,
          extract: { $0[keyPath: state][id: id] },
          embed: { path.embed(.element(id: id, action: $0)) }))
    }
  }
}

extension Store {
  /// Returns the stores of the elements of an identified array, in the order of the array, without an argument label.
  public func scope<ID: Hashable, ElementState, ElementAction, Path: CasePath>(
    _ state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: KeyPath<Action.Cases, Case<Path>>
  ) -> [Store<ElementState, ElementAction>]
  where
    Action: CasePathable, Path.Root == Action,
    Path.Value == IdentifiedAction<ID, ElementAction>
  {
    scope(state: state, action: action)
  }
}

/// Two stores are equal if they refer to the same part of the same state, so their current states are also equal.
///
/// An `Equatable` view can therefore contain a store, and compare it together with its other properties. See
/// <doc:Views>.
extension Store: Equatable {
  public static func == (store: Store, other: Store) -> Bool {
    store === other || store.core.isSame(as: other.core)
  }
}

/// A shorthand for a ``Store`` with the state and actions of a given reducer.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

extension Store: Identifiable where State: Identifiable {
  public var id: State.ID { state.id }
}

extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// A store for the feature of the current case. Switch over it in a view.
  public var `case`: State.StateReducer.CaseScope {
    State.StateReducer.scope(self)
  }
}

extension Store where Action: BindableAction, Action.State == State {
  /// Accesses a property of the state that bindings can write. Assigning a value sends a binding action.
  @inlinable
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value>
  ) -> Value {
    get { core.state[keyPath: keyPath] }
    set { sendChange(of: keyPath, to: newValue) { .binding($0) } }
  }
}
