/// The work that results from an action that was sent to a store.
///
/// The task ends when all effects of the action have ended, including the effects of actions that they sent. If the
/// action has no effects, the task has already ended.
public struct StoreTask: Sendable {
  package let cascade: Cascade?
  /// The depth of the store that received the action, in the tree of features.
  private let depth: Int

  package init(_ cascade: Cascade?, depth: Int = 0) {
    self.cascade = cascade
    self.depth = depth
  }

  /// Cancels the effects of the action and everything that resulted from it.
  ///
  /// The task of a presented feature's store, or of an element's store, doesn't cancel the effects of features above
  /// it. This applies even if those effects result from the same action.
  public func cancel() {
    cascade?.cancel(from: depth)
  }

  /// Waits until the task ends. If the waiting task is canceled, the effects are canceled too.
  public func finish() async {
    guard let cascade else { return }
    await withTaskCancellationHandler {
      await cascade.finish()
    } onCancel: {
      cascade.cancel(from: depth)
    }
  }

  /// Whether the effects were canceled.
  public var isCancelled: Bool { cascade?.isCancelled(from: depth) ?? false }

  /// Whether all effects have ended.
  public var isFinished: Bool { cascade?.isFinished ?? true }
}

extension StoreTask: Hashable {
  /// Returns whether both tasks belong to the same action.
  public static func == (left: Self, right: Self) -> Bool {
    left.cascade === right.cascade && left.depth == right.depth
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(cascade.map { ObjectIdentifier($0) })
    hasher.combine(depth)
  }
}
