public import CairnDependencies
public import CairnFeatures

/// What is behind a store: a state, and a way to send actions.
///
/// A core is used under the isolation of its root only.
@usableFromInline
package class Core<State, Action> {
  @usableFromInline
  package var state: State { preconditionFailure("implemented by subclasses") }

  /// The state that this one is a part of, or is; nil if its changes aren't counted.
  package var root: (any RootState)? { nil }

  /// The core, as a scene sees it.
  package var rootStore: any RootStore<State> {
    preconditionFailure(
      "The state is a part of another store's. Give the scene or the recorder that store.")
  }

  /// Whether the state is still there.
  package var isValid: Bool { true }

  /// Whether both are the same part of the same state, to which actions go the same way.
  package func isSame(as other: Core<State, Action>) -> Bool { self === other }

  package var isolation: any StoreIsolation { preconditionFailure("implemented by subclasses") }

  /// How many enums of the root's actions lie around this one's. It is asked for where an action has
  /// effects, and only there.
  package var depth: Int { 0 }

  package func send(_ action: Action) -> Cascade? {
    preconditionFailure("implemented by subclasses")
  }

  /// Replaces the state, as a location or a snapshot does.
  @usableFromInline
  package func replaceState(_ state: State) {
    preconditionFailure("only the root's state is replaced")
  }

  /// Gives the next actions a key; see `DependencyValues.idempotencyKey`.
  @usableFromInline
  package func setActionKey(_ key: IdempotencyKey?) {
    preconditionFailure("implemented by subclasses")
  }

  /// What users are told where effects are cut off.
  @usableFromInline
  package var interruptions: [String] { [] }

  /// Who the children are that the state has and may lose, as paths of places and ids from the root.
  package var identities: Set<IdentityPath> { [] }

  @usableFromInline
  package final var presented: Set<AnyHashable> { Set(identities.map { AnyHashable($0) }) }

  /// Cancels every effect.
  @usableFromInline
  package func cancelAll() {
    preconditionFailure("implemented by subclasses")
  }

  /// The line that the store was made at.
  package var origin: StoreOrigin? { nil }

  /// Whether an action is processed before `send` returns. It isn't while another one is processed, or in a
  /// store that no longer changes.
  package var processesAtOnce: Bool { false }

  /// Whether the reducer runs, which has the state for itself.
  @usableFromInline
  package var isReducing: Bool { false }

  /// The type of the reducer.
  @usableFromInline
  package var feature: Any.Type { Action.self }

  /// Tells somebody what happens from now on.
  @usableFromInline
  package func observe(_ observer: @escaping (RecordedStep) -> Void) {
    preconditionFailure("only a root is recorded")
  }

  /// Says what the store does from now on.
  @usableFromInline
  package func setActivity(_ activity: StoreActivity) {
    preconditionFailure("only a root begins effects")
  }

  @usableFromInline
  package init() {}
}

/// The state at the root of scoped stores.
package protocol RootState: VersionedState {
  /// Notes that a view reads a part of the state.
  /// - Returns: The version of the state; nil while a reducer is changing it.
  func noteRead() -> UInt64?
}

/// A store of reducers, whatever their types are.
package protocol ReducerStore {}

extension Core: ReducerStore {}

extension Store: SceneStore {
  public var rootStore: any RootStore<State> { core.rootStore }

  public func stopped(at state: State) -> Self {
    Self(core: RootCore(stoppedAt: state, isolation: core.isolation))
  }
}
