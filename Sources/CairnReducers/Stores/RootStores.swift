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

  func note(_ store: any RootStore) {
    noted.withLock { $0.append(store) }
  }
}

/// What is behind a store with a state of its own, whatever the state's type.
package protocol RootStore: AnyObject, Sendable {
  associatedtype State
  associatedtype Action

  /// The store's core.
  var core: Core<State, Action> { get }
}

extension RootStore {
  package var stateType: Any.Type { State.self }
}

extension RootCore: RootStore {
  package var core: Core<State, Action> { self }
}
