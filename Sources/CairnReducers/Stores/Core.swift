public import CairnDependencies
public import CairnFeatures

/// The implementation of a store, which has a state and a way to send actions.
///
/// Use a core only under the isolation of its root.
@usableFromInline
package class Core<State, Action> {
  @usableFromInline
  package var state: State { preconditionFailure("implemented by subclasses") }

  /// The root state that contains this core's state, or `nil` if changes of the state aren't counted.
  package var root: (any RootState)? { nil }

  /// The core as a scene sees it.
  package var rootStore: any RootStore<State> {
    preconditionFailure(
      "The store is scoped from another store. Pass that store to the scene or the recorder.")
  }

  /// Whether the state still exists.
  package var isValid: Bool { true }

  /// Returns whether both cores refer to the same part of the same state and send actions along the same path.
  package func isSame(as other: Core<State, Action>) -> Bool { self === other }

  package var isolation: any StoreIsolation { preconditionFailure("implemented by subclasses") }

  /// The number of action enums of the root that enclose this core's actions. It's read only for actions that have
  /// effects.
  package var depth: Int { 0 }

  package func send(_ action: Action) -> Cascade? {
    preconditionFailure("implemented by subclasses")
  }

  /// Replaces the state, for example when a location is opened or a snapshot is restored.
  @usableFromInline
  package func replaceState(_ state: State) {
    preconditionFailure("Only the root's state can be replaced")
  }

  /// Sets the key for the following actions. See `DependencyValues.idempotencyKey`.
  @usableFromInline
  package func setActionKey(_ key: IdempotencyKey?) {
    preconditionFailure("implemented by subclasses")
  }

  /// The messages that users see if the running effects are interrupted.
  @usableFromInline
  package var interruptions: [String] { [] }

  /// The identities of the children that may be removed from the state, as paths of places and IDs from the root.
  package var identities: Set<IdentityPath> { [] }

  @usableFromInline
  package final var presented: Set<AnyHashable> { Set(identities.map { AnyHashable($0) }) }

  /// Cancels all effects.
  @usableFromInline
  package func cancelAll() {
    preconditionFailure("implemented by subclasses")
  }

  /// The source location where the store was created.
  package var origin: StoreOrigin? { nil }

  /// Whether an action is processed before `send` returns. This isn't the case while another action is being processed,
  /// or if the store no longer changes.
  package var processesAtOnce: Bool { false }

  /// Whether the reducer is running. It has exclusive access to the state in the meantime.
  @usableFromInline
  package var isReducing: Bool { false }

  /// The type of the reducer.
  @usableFromInline
  package var feature: Any.Type { Action.self }

  /// Registers a closure that's called for each further step.
  @usableFromInline
  package func observe(_ observer: @escaping (RecordedStep) -> Void) {
    preconditionFailure("Only a root can be recorded")
  }

  /// Limits what the store does from now on.
  @usableFromInline
  package func setActivity(_ activity: StoreActivity) {
    preconditionFailure("Only a root can start effects")
  }

  @usableFromInline
  package init() {}
}

/// The state at the root of scoped stores.
package protocol RootState: VersionedState {
  /// Records that a view reads a part of the state.
  ///
  /// - Returns: The version of the state, or `nil` while a reducer is changing it.
  func noteRead() -> UInt64?
}

/// A store of reducers with any types of state and action.
package protocol ReducerStore {}

extension Core: ReducerStore {}

extension Store: SceneStore {
  public var rootStore: any RootStore<State> { core.rootStore }

  public func stopped(at state: State) -> Self {
    Self(core: RootCore(stoppedAt: state, isolation: core.isolation))
  }
}
