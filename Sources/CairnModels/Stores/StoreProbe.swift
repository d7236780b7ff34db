package import CairnDependencies
package import CairnFeatures

/// Access to a store's internals for tests and recorders.
package final class StoreProbe<M: Model>: Sendable {
  package let store: Store<M>

  package init(
    _ initialState: M.State, isolation: any SettlingIsolation,
    dependencies: ((inout DependencyValues) -> Void)?
  ) {
    store = Store(initialState, isolation: isolation, dependencies: dependencies)
  }

  /// Sets the observer. The store retains it.
  package func observe(_ observer: any StoreObserver) {
    store.root.locked { store.root.observer = observer }
  }

  /// The current state.
  package var state: M.State { store.state }

  /// The dependencies of the store, without the overrides of models.
  package var dependencies: DependencyValues {
    store.root.locked { store.root.dependencies }
  }

  /// Changes the dependencies of all models.
  package func change(_ update: (inout DependencyValues) -> Void) {
    store.root.locked { store.root.change(update) }
  }

  /// Returns the observer of a model's store.
  package static func observer(of model: M) -> (any StoreObserver)? {
    let core = model._model.required.core
    return core.locked { core.observer }
  }

  /// Simulates a restart. The models are deactivated, a new state is used, and interrupted work continues.
  package func restart(with state: M.State) {
    let root = store.root
    let interrupted = root.resumptions
    root.locked {
      root.edge.endChildren()
      root.interrupted = InterruptedWork()
    }
    root.replaceState(state)
    for resumption in interrupted { _ = root.resume(resumption) }
  }

  /// The running tasks, except for uncanceled tasks that were started in `onActivate()`.
  package var runningTasks: [RunningTask] {
    store.root.locked {
      let tasks = store.root.tasks.values.filter { !$0.isOfActivation || $0.isCancelled }
      return tasks.map {
        RunningTask(
          model: $0.context.modelType, place: $0.place, isCancelled: $0.isCancelled)
      }
      .sorted { "\($0)" < "\($1)" }
    }
  }
}

/// A running task of a model.
package struct RunningTask: CustomStringConvertible {
  package let model: any Any.Type
  let place: EffectPlace?
  package let isCancelled: Bool

  package var description: String {
    "\(model)" + (place.map { ", started at \($0)" } ?? "")
      + (isCancelled ? ", canceled but still running" : "")
  }
}

/// The identity of a model of any type.
package struct ModelIdentity: Hashable, Sendable, CustomStringConvertible {
  let context: AnyContext

  package init(of model: some Model) {
    context = model._model.required
  }

  init(context: AnyContext) {
    self.context = context
  }

  package var description: String { "\(context.modelType)" }

  /// Whether the model's state is still in the store.
  package var isThere: Bool { context.core.locked { context.isActive } }

  /// Returns the model's state in a given state of the whole store, or `nil` if it isn't in there.
  package func state(in root: Any) -> Any? {
    context.core.locked { context.value(in: root) }
  }

  /// Returns a copy of a given state of the whole store, with a new state for this model.
  ///
  /// It returns `nil` if the given state doesn't contain this model.
  package func root(_ root: Any, with state: Any) -> Any? {
    context.core.locked { context.root(root, with: state) }
  }

  package static func == (lhs: Self, rhs: Self) -> Bool { lhs.context === rhs.context }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(context)) }
}

/// An observer of a store. Its methods are called under the store's lock.
package protocol StoreObserver: AnyObject, Sendable {
  func didChange()
  func didSend(_ event: any Sendable, from sender: ModelIdentity)
  func didEndTask()
}

/// An observer that calls an earlier observer and then a recorder.
///
/// `@unchecked Sendable`: It has only constants, which are used under the store's lock.
final class StepObserver: StoreObserver, @unchecked Sendable {
  private let earlier: (any StoreObserver)?
  private let observer: (RecordedStep) -> Void

  init(after earlier: (any StoreObserver)?, _ observer: @escaping (RecordedStep) -> Void) {
    self.earlier = earlier
    self.observer = observer
  }

  func didChange() {
    earlier?.didChange()
    observer(.write)
  }

  func didSend(_ event: any Sendable, from sender: ModelIdentity) {
    earlier?.didSend(event, from: sender)
    observer(.event(event, sender: sender.context.modelType))
  }

  func didEndTask() { earlier?.didEndTask() }
}
