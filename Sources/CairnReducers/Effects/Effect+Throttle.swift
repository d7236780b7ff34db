import CairnDependencies

extension Effect {
  /// Limits this effect to at most one action per interval.
  ///
  /// ```swift
  /// case .scrolled:
  ///   return .send(.positionChanged(state.position))
  ///     .throttle(id: CancelID.position, for: .seconds(1), latest: true)
  /// ```
  ///
  /// The first action is sent immediately and starts an interval. During the interval, one action is held. When the
  /// interval ends, the held action is sent and starts a new interval.
  ///
  /// Intervals belong to the feature and the ID, regardless of which effect sends the actions. An effect cancels the
  /// previous one with the same ID, and `cancel(id:)` also discards the held action.
  ///
  /// - Parameters:
  ///   - id: The ID. It can be any value, and is usually a case of a private enum.
  ///   - interval: The length of the interval.
  ///   - clock: The clock that measures the interval. The default is the feature's `\.continuousClock`.
  ///   - latest: Whether to hold the latest action of the interval instead of the first.
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

/// An effect that sends at most one action per interval.
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
    // This cancels the previous effect together with its held action. If the first action takes precedence, it's held
    // again below, unless another thread has canceled it.
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

  /// One run of the effect, which ends when both the effect and its held action have ended.
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
        // The interval is over, but the task that waits for its end hasn't run yet.
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

    /// Holds an action until the interval ends.
    func hold(_ action: Action) {
      left += 1
      let pause = EffectOperation<Action>.pause(
        window.remaining, clock: clock, location: operation.location,
        dependencies: context.dependencies)
      // This reference is weak because the effect retains the closure.
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
