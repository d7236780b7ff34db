import CairnDependencies
import CairnFeatures

/// These methods are called under the lock.
extension ModelCore {
  /// What to do if the running tasks are interrupted, in the order in which they began.
  final var storedResumptions: [EffectResumption] {
    var seen: Set<EffectResumption> = []
    return (interrupted.stored + runningTasks.compactMap(\.resumption))
      .filter { seen.insert($0).inserted }
  }

  /// The messages that users see if the running tasks are interrupted. They're unique.
  final var interruptionMessages: [String] {
    var seen: Set<String> = []
    return runningTasks.compactMap(\.interruption).filter { seen.insert($0).inserted }
  }

  /// The tasks that haven't been canceled, in the order in which they began.
  private var runningTasks: [TaskOperation] {
    tasks.values.filter { !$0.isCancelled }.sorted { $0.number < $1.number }
  }

  /// Continues with the interrupted work of a model that has become active.
  final func resumeWork(of context: AnyContext) {
    guard !interrupted.waiting.isEmpty, context.isActive else { return }
    for resumption in interrupted.take(of: context.path) { _ = resume(resumption, of: context) }
  }

  /// Begins interrupted work of a model again, or reports its interruption. Returns whether a method was called.
  final func resume(_ resumption: EffectResumption, of context: AnyContext) -> Bool {
    if resumption.begins, let call = resumption.beginning.flatMap(context.call) {
      perform(call, of: context, with: resumption.key, resuming: resumption)
      return true
    }
    guard let call = resumption.report.flatMap(context.call) else { return false }
    perform(call, of: context, with: resumption.key.appending("interrupted"), resuming: nil)
    return true
  }

  private func perform(
    _ call: () -> Void, of context: AnyContext, with key: IdempotencyKey,
    resuming: EffectResumption?
  ) {
    let outer = (key: dependencies.actionKey, work: interrupted.resuming)
    change { $0.actionKey = key }
    interrupted.resuming = resuming
    context.dependencies.asCurrent(call)
    interrupted.resuming = outer.work
    change { $0.actionKey = outer.key }
  }
}

extension ModelRoot: ResumingStore {
  var resumptions: [EffectResumption] { locked { storedResumptions } }

  func resume(_ resumption: EffectResumption) -> Bool {
    // Activates the root. The models of its children are activated when they're used, for example by a view.
    locked { _ = edge.model(in: self) }
    return locked {
      guard let path = resumption.modelPath, let context = edge.context(at: path) else {
        return interrupted.add(resumption)
      }
      return resume(resumption, of: context)
    }
  }
}

extension AnyEdge {
  /// Returns the context of the model at a path, or `nil` if it isn't active.
  fileprivate func context(at path: String) -> AnyContext? {
    for child in children.values where child.isActive {
      if child.path == path { return child }
      for edge in child.edges {
        if let found = edge.context(at: path) { return found }
      }
    }
    return nil
  }
}
