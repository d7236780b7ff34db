/// What follows from an action that was sent to a store.
///
/// It ends when all effects of the action have, with those of the actions that they sent. Without
/// effects it has ended already.
public struct StoreTask: Sendable {
  package let cascade: Cascade?

  package init(_ cascade: Cascade?) {
    self.cascade = cascade
  }

  /// Cancels the effects of the action, and of what followed from it.
  public func cancel() {
    cascade?.cancel()
  }

  /// Waits for the end. Cancelling the waiting task cancels the effects.
  public func finish() async {
    guard let cascade else { return }
    await withTaskCancellationHandler {
      await cascade.finish()
    } onCancel: {
      cascade.cancel()
    }
  }

  /// Whether the effects were cancelled.
  public var isCancelled: Bool { cascade?.isCancelled ?? false }

  /// Whether nothing of it runs any more.
  public var isFinished: Bool { cascade?.isFinished ?? true }
}
