public import CairnCases
public import CairnDependencies
import CairnFeatures
import IssueReporting

/// Runs a feature: keeps its state, sends it actions, starts its effects.
///
/// A store is used under one isolation: that of the scene in which it was made. Outside a scene it is the
/// main actor where it was made there, and a lock that it has for itself elsewhere. It is not `Sendable`;
/// effects reach it through `send`.
@dynamicMemberLookup
public final class Store<State, Action> {
  @usableFromInline package let core: Core<State, Action>

  @usableFromInline
  package init(core: Core<State, Action>) {
    self.core = core
  }

  /// A store that runs a reducer.
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - reducer: The feature.
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

  /// The state now.
  @inlinable
  public var state: State { core.state }

  /// A property of the state.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    core.state[keyPath: keyPath]
  }

  /// Reads the state.
  public func withState<Result>(_ body: (State) -> Result) -> Result {
    body(core.state)
  }

  /// Sends an action. When this returns, the reducer has run; the task ends with the effects.
  ///
  /// An action that is sent while another is processed waits for its turn.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    guard let cascade = core.send(action) else { return StoreTask(nil) }
    return StoreTask(cascade, depth: core.depth)
  }

  // MARK: Scoping

  /// The store of a part of the state.
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

  /// The same as ``scope(state:action:)``, without a label.
  public func scope<ChildState, Path: CasePath>(
    _ state: KeyPath<State, ChildState>, action: KeyPath<Action.Cases, Case<Path>>
  ) -> Store<ChildState, Path.Value> where Action: CasePathable, Path.Root == Action {
    scope(state: state, action: action)
  }

  /// The store of an optional part of the state; nil where there is none. Without a label.
  public func scope<ChildState, Path: CasePath>(
    _ state: KeyPath<State, ChildState?>, action: KeyPath<Action.Cases, Case<Path>>
  ) -> Store<ChildState, Path.Value>? where Action: CasePathable, Path.Root == Action {
    scope(state: state, action: action)
  }

  /// The store of an optional part of the state; nil where there is none.
  public func scope<ChildState, Path: CasePath>(
    state: KeyPath<State, ChildState?>, action: KeyPath<Action.Cases, Case<Path>>
  ) -> Store<ChildState, Path.Value>? where Action: CasePathable, Path.Root == Action {
    _scope(state: state, path: Action.cases[keyPath: action]._path)
  }

  /// The store of what is at a key path, for a case path that is at hand.
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

  /// The store of a case's payload. Called by what the macro writes.
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

  /// The stores of the elements of an identified array, in its order.
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
  /// The stores of the elements of an identified array, in its order. Without a label.
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

/// Two stores are equal that are of the same part of the same state: what they hold now is the same then.
///
/// So a view that has a store can be `Equatable` by what it has besides; see <doc:Views>.
extension Store: Equatable {
  public static func == (store: Store, other: Store) -> Bool {
    store === other || store.core.isSame(as: other.core)
  }
}

/// The store of a feature.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

extension Store: Identifiable where State: Identifiable {
  public var id: State.ID { state.id }
}

extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The feature that the state is at, as a store of its own: switch over it in a view.
  public var `case`: State.StateReducer.CaseScope {
    State.StateReducer.scope(self)
  }
}

extension Store where Action: BindableAction, Action.State == State {
  /// A property of the state that bindings write to: assigning sends a binding action.
  @inlinable
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value>
  ) -> Value {
    get { core.state[keyPath: keyPath] }
    set { sendChange(of: keyPath, to: newValue) { .binding($0) } }
  }
}
