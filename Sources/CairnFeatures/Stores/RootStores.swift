public import CairnDependencies
import Synchronization

/// Collects the root stores that are created while an application is created.
///
/// ```swift
/// let stores = RootStores()
/// let app = RootStores.$current.withValue(stores) { CounterApp() }
/// stores.all.count
/// ```
package final class RootStores: Sendable {
  /// The collection to which new stores are added.
  @TaskLocal package static var current: RootStores?

  private let noted = Mutex<[any RootStore]>([])

  package init() {}

  /// The stores, in the order of their creation.
  package var all: [any RootStore] { noted.withLock { $0 } }

  package func note(_ store: any RootStore) {
    noted.withLock { $0.append(store) }
  }
}

/// The implementation of a store with its own state, for reducers and for models.
///
/// All members are used under the store's isolation.
public protocol RootStore<State>: AnyObject, Sendable {
  /// The type of the state.
  associatedtype State

  /// The current state.
  var state: State { get }

  /// The type of the store's reducer or model.
  var feature: Any.Type { get }

  /// Replaces the state, such as when a location is opened or a snapshot is restored.
  func replaceState(_ state: State)

  /// Sets the key for the next actions. See `DependencyValues.idempotencyKey`.
  func setActionKey(_ key: IdempotencyKey?)

  /// The messages to show to users if running effects are interrupted.
  var interruptions: [String] { get }

  /// The identities of the children in the state that can be removed.
  var presented: Set<AnyHashable> { get }

  /// Cancels every effect.
  func cancelAll()

  /// Whether the state is currently being changed, and therefore can't be read.
  var isReducing: Bool { get }

  /// Adds an observer, which is called after existing observers and after each step.
  func observe(_ observer: @escaping (RecordedStep) -> Void)

  /// Sets the activity of the store. A frozen store can't be activated again.
  func setActivity(_ activity: StoreActivity)
}

extension RootStore {
  package var stateType: Any.Type { State.self }
}

/// A store of a scene, with reducers or models.
public protocol SceneStore<State> {
  /// The type of the state.
  associatedtype State

  /// The implementation of the store.
  ///
  /// Reading it is a programming error if the store's state is a part of another store's state.
  var rootStore: any RootStore<State> { get }

  /// Returns a store with a state that never changes. It ignores actions and writes.
  func stopped(at state: State) -> Self
}
