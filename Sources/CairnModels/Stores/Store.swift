public import CairnDependencies
public import CairnFeatures

/// A container for the state of an application's models.
///
/// ```swift
/// let store = Store<AppModel>(initialState: .init())
/// store.model.addButtonTapped()
/// ```
/// All state is kept in the store. ``model`` gives access to it, and to the models of its parts. When the store
/// is released, its models keep their last state for reading, and their tasks are canceled.
///
/// In a scene, a store uses the scene's lock. Outside a scene, it has its own lock.
public final class Store<M: Model>: Sendable {
  let root: ModelRoot<M>

  /// Creates a store.
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - prepareDependencies: Overrides dependencies of the models.
  public convenience init(
    initialState: M.State,
    dependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil
  ) {
    self.init(
      initialState,
      isolation: StoreIsolationContext.current as? any SettlingIsolation ?? OwnLock(),
      dependencies: prepareDependencies)
  }

  package convenience init(
    _ initialState: M.State, isolation: any SettlingIsolation,
    dependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil
  ) {
    let dependencies = withDependencies {
      prepareDependencies?(&$0)
    } operation: {
      DependencyValues._current
    }
    self.init(
      root: ModelRoot(initialState, isolation: isolation, dependencies: dependencies))
    RootStores.current?.note(root)
  }

  init(root: ModelRoot<M>) {
    self.root = root
  }

  deinit {
    root.end()
  }

  /// The model of the whole state. It's activated when it's first used.
  public var model: M { root.locked { root.edge.model(in: root) } }

  /// The state of all models.
  public var state: M.State { root.state }
}

extension Store: SceneStore {
  /// The store as its scene uses it.
  public var rootStore: any RootStore<M.State> { root }

  /// Returns a frozen store with a given state. Writes to it have no effect, and it doesn't start tasks.
  public func stopped(at state: M.State) -> Self {
    let store = Self(
      root: ModelRoot(state, isolation: root.isolation, dependencies: root.dependencies))
    store.root.setActivity(.frozen)
    return store
  }
}

/// The implementation of a store.
///
/// `@unchecked Sendable`: It's used under the lock, like ``ModelCore``.
final class ModelRoot<M: Model>: ModelCore, RootStore, @unchecked Sendable {
  let edge: RootEdge<M>

  init(_ state: M.State, isolation: any SettlingIsolation, dependencies: DependencyValues) {
    edge = RootEdge(state)
    super.init(isolation: isolation, dependencies: dependencies)
  }

  func end() { end(edge) }

  // MARK: RootStore

  var state: M.State { locked { edge.value } }

  var feature: Any.Type { M.self }

  func replaceState(_ state: M.State) {
    locked {
      isReplacing = true
      defer { isReplacing = false }
      if let context = edge.context {
        context.commit(state)
      } else if edge.value != state {
        noteWrite()
        edge.value = state
      }
    }
  }

  func setActionKey(_ key: IdempotencyKey?) {
    locked { change { $0.actionKey = key } }
  }

  var interruptions: [String] { locked { interruptionMessages } }

  /// The identities of the children that currently have models, as paths of keys from the root.
  var presented: Set<AnyHashable> {
    locked {
      var found: Set<AnyHashable> = []
      func visit(_ context: AnyContext, _ path: [AnyHashable]) {
        for edge in context.edges {
          for (key, child) in edge.children {
            let own = path + [AnyHashable(edge.property), key]
            found.insert(AnyHashable(own))
            visit(child, own)
          }
        }
      }
      for child in edge.children.values { visit(child, []) }
      return found
    }
  }

  func cancelAll() {
    locked {
      func visit(_ context: AnyContext) {
        context.operations.cancelAll(in: context)
        for child in context.children { visit(child) }
      }
      for child in edge.children.values { visit(child) }
    }
  }

  var isReducing: Bool { false }
}
