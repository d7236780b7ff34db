public import CairnDependencies
import Synchronization

/// Collects the stores with a state of their own that are made while an application is made.
///
/// ```swift
/// let stores = RootStores()
/// let app = RootStores.$current.withValue(stores) { CounterApp() }
/// stores.all.count
/// ```
package final class RootStores: Sendable {
  /// Where stores that are made now are noted.
  @TaskLocal package static var current: RootStores?

  private let noted = Mutex<[any RootStore]>([])

  package init() {}

  /// The stores, in the order in which they were made.
  package var all: [any RootStore] { noted.withLock { $0 } }

  package func note(_ store: any RootStore) {
    noted.withLock { $0.append(store) }
  }
}

/// What is behind a store with a state of its own, whatever its features are written as. All of it is
/// used under the store's isolation.
public protocol RootStore<State>: AnyObject, Sendable {
  associatedtype State

  /// The state now.
  var state: State { get }

  /// The type of its reducer, or of its model.
  var feature: Any.Type { get }

  /// Replaces the state, as a location or a snapshot does.
  func replaceState(_ state: State)

  /// Gives what is done next a key; see `DependencyValues.idempotencyKey`.
  func setActionKey(_ key: IdempotencyKey?)

  /// What users are told where effects are cut off.
  var interruptions: [String] { get }

  /// Who the children are that the state has and may lose.
  var presented: Set<AnyHashable> { get }

  /// Cancels every effect.
  func cancelAll()

  /// Whether the state is being changed, and can not be read.
  var isReducing: Bool { get }

  /// Tells somebody, after those who were there before, what happens from now on: when it has happened.
  func observe(_ observer: @escaping (RecordedStep) -> Void)

  /// Says what the store does from now on. What has stopped does not begin again.
  func setActivity(_ activity: StoreActivity)
}

extension RootStore {
  package var stateType: Any.Type { State.self }
}

/// A store of an application's scene: of reducers, or of models.
public protocol SceneStore<State> {
  associatedtype State

  /// What is behind it, where its state is its own and no part of another store's.
  var rootStore: any RootStore<State> { get }

  /// A store with a state that never changes: what is sent or written there goes nowhere.
  func stopped(at state: State) -> Self
}
