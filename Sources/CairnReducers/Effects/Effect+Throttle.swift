import CairnDependencies

extension Effect {
  /// The effect with at most one action for each interval, under an id.
  ///
  /// ```swift
  /// case .scrolled:
  ///   return .send(.positionChanged(state.position))
  ///     .throttle(id: CancelID.position, for: .seconds(1), latest: true)
  /// ```
  /// The first action comes at once. Of those that come while the interval lasts one is held, and comes
  /// when it ends; then a new interval begins. The intervals belong to the id at the feature's place,
  /// whatever effect the actions are of. An effect cancels the one before under the same id, and
  /// `cancel(id:)` drops what is held.
  /// - Parameters:
  ///   - id: The id: any value, commonly a case of a private enum.
  ///   - interval: How long the interval is.
  ///   - clock: What measures it; without one, the feature's `\.continuousClock`.
  ///   - latest: Whether the latest action of the interval is held, or the first.
  public func throttle(
    id: some Hashable, for interval: Duration, clock: (any Clock<Duration>)? = nil, latest: Bool,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    guard let operation else { return .none }
    return .nested(
      ThrottleOperation(
        operation, id: CancellationID(id), interval: interval, clock: clock, latest: latest,
        location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)))
  }
}

/// An effect whose actions pass at most once in an interval.
private final class ThrottleOperation<Action>: EffectOperation<Action> {
  private let wrapped: EffectOperation<Action>
  private let id: CancellationID
  private let interval: Duration
  private let clock: (any Clock<Duration>)?
  private let latest: Bool
  private let location: _IssueLocation
  private let dependencies = DependencyValues.ofReducer

  init(
    _ wrapped: EffectOperation<Action>, id: CancellationID, interval: Duration,
    clock: (any Clock<Duration>)?, latest: Bool, location: _IssueLocation
  ) {
    self.wrapped = wrapped
    self.id = id
    self.interval = interval
    self.clock = clock
    self.latest = latest
    self.location = location
    super.init(nesting: wrapped.nesting + 1)
  }

  override func start(in context: EffectContext<Action>, onEnd: @escaping (EffectEnd) -> Void) {
    let cancellation = Cancellation(id: id, path: context.path)
    let window = context.host.throttleWindows.window(under: cancellation, of: Action.self)
    let registry = context.host.cancellations
    // The one before is canceled here, and what it holds with it. The first stays the first, unless another
    // thread has canceled it.
    let (scope, canceled) = registry.enterCancelingInFlight(cancellation)
    let first = latest ? nil : window.held(canceledWith: canceled)

    var context = context
    context.scopes.append(scope)
    if let dependencies { context.dependencies = dependencies }
    let run = Run(operation: self, window: window, context: context) { end in
      registry.leave(scope)
      onEnd(end)
    }
    if let first { run.hold(first) }
    context.deliver = { action, _ in run.deliver(action) }
    wrapped.start(in: context) { run.partEnded($0) }
  }

  /// One run of the effect, which ends with the effect and what is held of it.
  private final class Run {
    let operation: ThrottleOperation
    let window: ThrottleWindow<Action>
    let context: EffectContext<Action>
    let onEnd: (EffectEnd) -> Void
    private var left = 1
    private var end = EffectEnd.regular

    init(
      operation: ThrottleOperation, window: ThrottleWindow<Action>, context: EffectContext<Action>,
      onEnd: @escaping (EffectEnd) -> Void
    ) {
      self.operation = operation
      self.window = window
      self.context = context
      self.onEnd = onEnd
    }

    func deliver(_ action: Action) {
      let held = window.held
      if window.remaining <= .zero {
        // The end has come, but the task that waits for it has not run yet.
        window.drop()
        guard let held, !operation.latest else { return pass(action) }
        pass(held)
        hold(action)
      } else if held == nil {
        hold(action)
      } else if operation.latest {
        window.replaceHeld(by: action)
      }
    }

    private func pass(_ action: Action) {
      window.begin(operation.interval, clock: clock)
      context.deliver(action, context.lineage)
    }

    /// Keeps an action until the interval ends.
    func hold(_ action: Action) {
      left += 1
      let pause = EffectOperation<Action>.pause(
        window.remaining, clock: clock, location: operation.location,
        dependencies: context.dependencies)
      // Weak, because the effect keeps the closure.
      weak var waiting: RunningEffect?
      let effect = pause.begin(in: context) { [self] end in
        if !end.includes(context.path), !context.isCancelled, context.host.isLive(context.path),
          let held = window.take(by: waiting)
        {
          pass(held)
        }
        partEnded(end)
      }
      waiting = effect
      window.hold(action, by: effect)
    }

    func partEnded(_ end: EffectEnd) {
      left -= 1
      self.end = self.end.merged(with: end)
      if left == 0 { onEnd(self.end) }
    }

    private var clock: any Clock<Duration> {
      operation.clock ?? context.dependencies.continuousClock
    }
  }
}
