import CairnDependencies
import CairnFeatures

/// Something that a model does until it ends or is cancelled.
///
/// `@unchecked Sendable`: its mutable parts are used under the store's lock.
class ModelOperation: @unchecked Sendable {
  let context: AnyContext
  fileprivate(set) var keys: Set<CancellationKey> = []
  /// Whether it was begun as its model was activated, and so for as long as the model is there.
  let isOfActivation: Bool
  /// Where in the source it was begun.
  let place: EffectPlace?
  fileprivate(set) var isCancelled = false
  /// What else is cancelled with it.
  var followers: [() -> Void] = []

  init(_ context: AnyContext, isOfActivation: Bool = false, place: EffectPlace? = nil) {
    self.context = context
    self.isOfActivation = isOfActivation
    self.place = place
  }

  /// Whether somebody may wait for its end.
  var isTask: Bool { false }

  func cancel() {
    context.core.locked { context.operations.cancel(self, in: context) }
  }

  /// What is done when it is cancelled, outside of the store.
  fileprivate func wasCancelled() {}

  func register(_ key: CancellationKey, cancelInFlight: Bool) {
    context.core.locked {
      if cancelInFlight {
        context.operations.cancel(in: context) { $0 !== self && $0.keys.contains(key) }
      }
      keys.insert(key)
    }
  }
}

/// What a model does now. Used under the store's lock.
struct ModelOperations {
  private(set) var all: [ObjectIdentifier: ModelOperation] = [:]

  mutating func add(_ operation: ModelOperation) {
    all[ObjectIdentifier(operation)] = operation
    for group in CancellationGroup.current
    where group.context == nil || group.context === operation.context {
      operation.keys.insert(group.key)
    }
  }

  mutating func remove(_ operation: ModelOperation) {
    all[ObjectIdentifier(operation)] = nil
  }

  mutating func cancel(_ operation: ModelOperation, in context: AnyContext) {
    guard !operation.isCancelled else { return }
    operation.isCancelled = true
    // A task stays until it has ended.
    if !operation.isTask { remove(operation) }
    let followers = operation.followers
    operation.followers = []
    context.core.callLater {
      operation.wasCancelled()
      for follower in followers { follower() }
    }
  }

  mutating func cancel(
    in context: AnyContext, where isMeant: (ModelOperation) -> Bool = { _ in true }
  ) {
    for operation in all.values where isMeant(operation) { cancel(operation, in: context) }
  }

  mutating func cancelAll(in context: AnyContext) { cancel(in: context) }
}

/// A task of a model.
///
/// `@unchecked Sendable`: as ``ModelOperation`` is, under the store's lock.
final class TaskOperation: ModelOperation, @unchecked Sendable {
  private var task: Task<Void, Never>?
  private var activity: EffectActivity?

  override var isTask: Bool { true }

  fileprivate override func wasCancelled() {
    // Under the lock, as the task may still be on its way here.
    let running = context.core.locked { (task, activity) }
    running.0?.cancel()
    running.1?.noteCancellation()
  }

  /// Begins the work, if the model is still there.
  func begin(
    priority: TaskPriority?, _ work: @escaping @Sendable () async -> Void
  ) {
    let core = context.core
    core.locked {
      guard context.isActive, core.beginsTasks else {
        isCancelled = true
        return
      }
      context.operations.add(self)
      core.begin(self)
      core.isolation.runningEffectsChanged(by: 1)
      let activity = core.isolation.activity(at: place)
      let dependencies = context.dependencies
      self.activity = activity
      task = Task(
        executorPreference: core.isolation.taskExecutor,
        priority: priority ?? core.isolation.effectPriority
      ) { [self] in
        await EffectActivity.run(activity) {
          await DependencyValues.$_current.withValue(dependencies) { await work() }
        }
        await core.isolation.perform { [self] in end() }
      }
    }
  }

  /// Waits for its end.
  func finish() async {
    await context.core.locked { task }?.value
  }

  private func end() {
    let core = context.core
    core.locked {
      context.operations.remove(self)
      followers = []
      core.isolation.runningEffectsChanged(by: -1)
      core.end(self)
    }
  }
}

/// What a model wants to be called when it goes.
///
/// `@unchecked Sendable`: as ``ModelOperation`` is, under the store's lock.
final class HandlerOperation: ModelOperation, @unchecked Sendable {
  private let handler: @Sendable () -> Void

  init(_ context: AnyContext, _ handler: @escaping @Sendable () -> Void) {
    self.handler = handler
    super.init(context)
  }

  /// Adds it; of a model that is gone it is called at once.
  func begin() {
    let isThere = context.core.locked {
      if context.isActive { context.operations.add(self) }
      isCancelled = !context.isActive
      return context.isActive
    }
    if !isThere { handler() }
  }

  fileprivate override func wasCancelled() { handler() }
}

/// Operations that are cancelled together.
///
/// `@unchecked Sendable`: as ``ModelOperation`` is, under the store's lock.
final class GroupOperation: ModelOperation, @unchecked Sendable {
  private let key: CancellationKey

  init(_ context: AnyContext, _ key: CancellationKey) {
    self.key = key
    super.init(context)
  }

  override func cancel() {
    context.core.locked {
      context.operations.cancel(in: context) { $0.keys.contains(key) }
    }
  }

  override func register(_ key: CancellationKey, cancelInFlight: Bool) {
    context.core.locked {
      if cancelInFlight {
        context.operations.cancel(in: context) {
          $0.keys.contains(key) && !$0.keys.contains(self.key)
        }
      }
      for operation in context.operations.all.values where operation.keys.contains(self.key) {
        operation.keys.insert(key)
      }
    }
  }
}

/// A key that all operations get that are begun in a closure.
struct CancellationGroup: Sendable {
  @TaskLocal static var current: [CancellationGroup] = []

  /// The model that the operations belong to; nil for any.
  let context: AnyContext?
  let key: CancellationKey

  static func with<Result>(
    _ context: AnyContext?, _ key: CancellationKey, _ body: () throws -> Result
  ) rethrows -> Result {
    try $current.withValue(
      current + [CancellationGroup(context: context, key: key)], operation: body)
  }
}
