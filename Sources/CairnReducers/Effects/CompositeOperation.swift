/// An effect that consists of other effects.
///
/// Applications build such effects from collections of any size, and in loops that nest them just as deeply. They're
/// therefore started and freed without recursion.
class CompositeOperation<Action>: EffectOperation<Action> {
  private var parts: [EffectOperation<Action>]

  /// Creates an effect from its parts.
  ///
  /// - Parameter nesting: The nesting of the parts, as counted by ``nesting(of:)``.
  fileprivate init(_ parts: [EffectOperation<Action>], nesting: Int) {
    self.parts = parts
    super.init(nesting: nesting)
  }

  /// Returns the nesting of the parts. Nested effects of the same kind are flattened, so they don't count.
  fileprivate static func nesting(of parts: [EffectOperation<Action>]) -> Int {
    parts.reduce(0) { nesting, part in
      let isFlattened = part.composite.map { type(of: $0) == self } ?? false
      return max(nesting, part.nesting + (isFlattened ? 0 : 1))
    }
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

  /// The parts in their order. Nested effects of the same kind are replaced by their parts.
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

/// An effect whose parts run at the same time.
final class MergeOperation<Action>: CompositeOperation<Action> {
  init(_ parts: [EffectOperation<Action>]) {
    super.init(parts, nesting: Self.nesting(of: parts))
  }

  override func start(in context: EffectContext<Action>, onEnd: @escaping (EffectEnd) -> Void) {
    let parts = flattened
    var left = parts.count
    var end = EffectEnd.regular
    for part in parts {
      part.start(in: context) { partEnd in
        left -= 1
        end = end.merged(with: partEnd)
        if left == 0 { onEnd(end) }
      }
    }
  }
}

/// An effect whose parts run one after another.
final class ConcatenateOperation<Action>: CompositeOperation<Action> {
  init(_ parts: [EffectOperation<Action>]) {
    super.init(parts, nesting: Self.nesting(of: parts))
  }

  override func start(in context: EffectContext<Action>, onEnd: @escaping (EffectEnd) -> Void) {
    Run(parts: flattened, context: context, onEnd: onEnd).resume()
  }

  private final class Run {
    private let parts: [EffectOperation<Action>]
    private let context: EffectContext<Action>
    private let onEnd: (EffectEnd) -> Void
    private var begun = 0
    private var isStarting = false
    private var hasEnded = false

    init(
      parts: [EffectOperation<Action>], context: EffectContext<Action>,
      onEnd: @escaping (EffectEnd) -> Void
    ) {
      self.parts = parts
      self.context = context
      self.onEnd = onEnd
    }

    /// Starts parts until one of them takes time. When that part ends, it resumes this run.
    func resume() {
      repeat {
        guard begun < parts.count else { return onEnd(.regular) }
        begun += 1
        hasEnded = false
        isStarting = true
        parts[begun - 1].start(in: context) { self.partEnded($0) }
        isStarting = false
      } while hasEnded
    }

    private func partEnded(_ end: EffectEnd) {
      // The feature of this chain may have been removed while the part ran, even if another feature has replaced it. If
      // only a child that owns the part was removed, or if the part's own ID canceled it, the chain continues.
      if end.includes(context.path) || !context.host.isLive(context.path) || context.isCancelled {
        return onEnd(end)
      }
      if isStarting { hasEnded = true } else { resume() }
    }
  }
}
