/// An effect that is made of others.
///
/// Applications build them from collections of any size, and in loops that nest them as deep. So they
/// are started, and freed, without recursion.
class CompositeOperation<Action>: EffectOperation<Action> {
  private var parts: [EffectOperation<Action>]

  init(_ parts: [EffectOperation<Action>]) {
    self.parts = parts
  }

  deinit {
    var rest = parts
    parts = []
    while var last = rest.popLast() {
      guard isKnownUniquelyReferenced(&last), let composite = last.composite else { continue }
      rest.append(contentsOf: composite.parts)
      composite.parts = []
    }
  }

  override var composite: CompositeOperation<Action>? { self }

  /// The parts in their order, with the parts of nested effects of the same kind in their place.
  var flattened: [EffectOperation<Action>] {
    var flattened: [EffectOperation<Action>] = []
    var pending: [EffectOperation<Action>] = parts.reversed()
    while let part = pending.popLast() {
      if let composite = part.composite, type(of: composite) == type(of: self) {
        pending.append(contentsOf: composite.parts.reversed())
      } else {
        flattened.append(part)
      }
    }
    return flattened
  }
}

/// Effects that run at the same time.
final class MergeOperation<Action>: CompositeOperation<Action> {
  override func start(in context: EffectContext<Action>, onEnd: @escaping (Bool) -> Void) {
    let parts = flattened
    var left = parts.count
    var wasAbandoned = false
    for part in parts {
      part.start(in: context) { wasPartAbandoned in
        left -= 1
        wasAbandoned = wasAbandoned || wasPartAbandoned
        if left == 0 { onEnd(wasAbandoned) }
      }
    }
  }
}

/// Effects that run one after another.
final class ConcatenateOperation<Action>: CompositeOperation<Action> {
  override func start(in context: EffectContext<Action>, onEnd: @escaping (Bool) -> Void) {
    Run(parts: flattened, context: context, onEnd: onEnd).resume()
  }

  private final class Run {
    private let parts: [EffectOperation<Action>]
    private let context: EffectContext<Action>
    private let onEnd: (Bool) -> Void
    private var begun = 0
    private var isStarting = false
    private var hasEnded = false

    init(
      parts: [EffectOperation<Action>], context: EffectContext<Action>,
      onEnd: @escaping (Bool) -> Void
    ) {
      self.parts = parts
      self.context = context
      self.onEnd = onEnd
    }

    /// Starts parts until one takes time. That one resumes the run when it ends.
    func resume() {
      repeat {
        guard begun < parts.count else { return onEnd(false) }
        begun += 1
        hasEnded = false
        isStarting = true
        parts[begun - 1].start(in: context) { self.partEnded(wasAbandoned: $0) }
        isStarting = false
      } while hasEnded
    }

    private func partEnded(wasAbandoned: Bool) {
      // The feature may have gone while the part ran. A part that was canceled by an ID of its own has
      // just ended; an ID of the whole chain ends the chain.
      if wasAbandoned || context.isAbandoned || !context.host.isLive(context.path) {
        return onEnd(true)
      }
      if context.isCancelled { return onEnd(false) }
      if isStarting { hasEnded = true } else { resume() }
    }
  }
}
