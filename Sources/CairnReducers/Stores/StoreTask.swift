/// What follows from an action that was sent to a store.
///
/// It ends when all effects of the action have, with those of the actions that they sent. Without
/// effects it has ended already.
public struct StoreTask: Sendable {
  package let cascade: Cascade?
  /// The depth, in the tree of features, of the store that the action was sent to.
  private let depth: Int

  package init(_ cascade: Cascade?, depth: Int = 0) {
    self.cascade = cascade
    self.depth = depth
  }

  /// Cancels the effects of the action, and of what followed from it.
  ///
  /// The task of a presented feature's store, or of an element's, leaves alone the effects that the
  /// features above it began at the same action, with what follows from those.
  public func cancel() {
    cascade?.cancel(from: depth)
  }

  /// Waits for the end. Cancelling the waiting task cancels the effects.
  public func finish() async {
    guard let cascade else { return }
    await withTaskCancellationHandler {
      await cascade.finish()
    } onCancel: {
      cascade.cancel(from: depth)
    }
  }

  /// Whether the effects were cancelled.
  public var isCancelled: Bool { cascade?.isCancelled(from: depth) ?? false }

  /// Whether nothing of it runs any more.
  public var isFinished: Bool { cascade?.isFinished ?? true }
}

extension StoreTask: Hashable {
  /// Whether both are of one action.
  public static func == (left: Self, right: Self) -> Bool {
    left.cascade === right.cascade && left.depth == right.depth
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(cascade.map { ObjectIdentifier($0) })
    hasher.combine(depth)
  }
}
