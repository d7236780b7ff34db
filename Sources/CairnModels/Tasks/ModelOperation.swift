import CairnDependencies
import CairnFeatures

/// Something that a model does until it ends or is canceled.
///
/// `@unchecked Sendable`: Its mutable parts are used under the store's lock.
class ModelOperation: @unchecked Sendable {
  let context: AnyContext
  fileprivate(set) var keys: Set<CancellationKey> = []
  /// Whether it was started in `onActivate()`. It then usually lasts as long as the model.
  let isOfActivation: Bool
  /// The source location at which it was started.
  let place: EffectPlace?
  fileprivate(set) var isCancelled = false
  /// Closures that are called when it's canceled, to cancel other work with it.
  var followers: [() -> Void] = []

  init(_ context: AnyContext, isOfActivation: Bool = false, place: EffectPlace? = nil) {
    self.context = context
    self.isOfActivation = isOfActivation
    self.place = place
  }

  /// Whether it's a task, which can be awaited.
  var isTask: Bool { false }

  /// The tasks of the operation.
  var tasks: [TaskOperation] { [] }

  func cancel() {
    context.core.locked { context.operations.cancel(self, in: context) }
  }

  /// Called outside the store's lock after it was canceled.
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

/// The current operations of a model. They're used under the store's lock.
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
    // A task remains until it has ended.
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
/// `@unchecked Sendable`: It's used under the store's lock, like ``ModelOperation``.
final class TaskOperation: ModelOperation, @unchecked Sendable {
  private var task: Task<Void, Never>?
  private var activity: EffectActivity?
  /// The number of the task among the tasks of its store.
  private(set) var number = 0
  /// The message that users see if the task is interrupted.
  var interruption: String?
  /// What the store does if the task is interrupted, or `nil` if it does nothing.
  private(set) var resumption: EffectResumption?

  override var isTask: Bool { true }

  override var tasks: [TaskOperation] { [self] }

  fileprivate override func wasCancelled() {
    // Read them under the lock, because `begin` may not have set them yet.
    let running = context.core.locked { (task, activity) }
    running.0?.cancel()
    running.1?.noteCancellation()
  }

  /// Starts the work, unless the model has been removed.
  /// - Parameter beginning: The call of a method that begins the work again after an interruption.
  func begin(
    priority: TaskPriority?, beginning: EffectResumption.StoredAction?,
    _ work: @escaping @Sendable () async -> Void
  ) {
    let core = context.core
    core.locked {
      guard context.isActive, core.beginsTasks else {
        isCancelled = true
        return
      }
      context.operations.add(self)
      number = core.begin(self)
      core.isolation.runningEffectsChanged(by: 1)
      let activity = core.isolation.activity(at: place)
      var dependencies = context.dependencies
      if let beginning {
        let resumption = core.resumption(of: beginning, dependencies.actionKey)
        dependencies.actionKey = resumption.key
        self.resumption = resumption
      }
      dependencies.keepRequest()
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

  /// Sets the call of a method that reports an interruption. The caller must hold the lock.
  func setReport(_ report: EffectResumption.StoredAction?) {
    let key = resumption?.key ?? context.dependencies.actionKey ?? IdempotencyKey()
    resumption = EffectResumption(
      key: key, starts: resumption?.starts ?? 1, beginning: resumption?.beginning, report: report)
  }

  /// Waits until the task has ended.
  func finish() async {
    await context.core.locked { task }?.value
  }

  private func end() {
    let core = context.core
    core.locked {
      context.operations.remove(self)
      followers = []
      core.end(self)
      core.isolation.runningEffectsChanged(by: -1)
    }
  }
}

/// A closure that is called when the model is removed.
///
/// `@unchecked Sendable`: It's used under the store's lock, like ``ModelOperation``.
final class HandlerOperation: ModelOperation, @unchecked Sendable {
  private let handler: @Sendable () -> Void

  init(_ context: AnyContext, _ handler: @escaping @Sendable () -> Void) {
    self.handler = handler
    super.init(context)
  }

  /// Adds the handler. If the model has already been removed, the handler is called immediately.
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

/// Operations that are canceled together.
///
/// `@unchecked Sendable`: It's used under the store's lock, like ``ModelOperation``.
final class GroupOperation: ModelOperation, @unchecked Sendable {
  private let key: CancellationKey

  init(_ context: AnyContext, _ key: CancellationKey) {
    self.key = key
    super.init(context)
  }

  override var tasks: [TaskOperation] {
    context.operations.all.values.filter { $0.keys.contains(key) }.flatMap(\.tasks)
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

/// A key that's added to all operations that are started in a closure.
struct CancellationGroup: Sendable {
  @TaskLocal static var current: [CancellationGroup] = []

  /// The model that the operations must belong to, or `nil` for any model.
  let context: AnyContext?
  let key: CancellationKey

  static func with<Result>(
    _ context: AnyContext?, _ key: CancellationKey, _ body: () throws -> Result
  ) rethrows -> Result {
    try $current.withValue(
      current + [CancellationGroup(context: context, key: key)], operation: body)
  }
}
