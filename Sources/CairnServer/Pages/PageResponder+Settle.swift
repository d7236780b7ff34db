import CairnFeatures
import CairnReducers
import CairnViews
import Logging
import Synchronization

extension PageResponder {
  /// Lets views appear, waits until effects have settled or the time limit is over, and continues with the result.
  ///
  /// An effect has settled if it waits for a timer, or for something that may happen at any time.
  /// - Parameters:
  ///   - limit: The maximum time to wait.
  ///   - isSubmission: Whether a submission waits, as opposed to a page.
  ///   - onward: Where the work continues after the time limit.
  func settle(
    _ access: borrowing SceneAccess, for limit: Duration, isSubmission: Bool,
    _ onward: @escaping Workload.Onward,
    then body: @escaping (borrowing SceneAccess, PageSummary) -> Void
  ) {
    let began = ContinuousClock.now
    let deadline = began + limit
    guard let metrics else {
      return settleUncounted(
        access, for: limit, until: deadline, isSubmission: isSubmission, onward, then: body)
    }
    settleUncounted(
      access, for: limit, until: deadline, isSubmission: isSubmission, onward
    ) { access, summary in
      metrics.settled(after: .now - began)
      body(access, summary)
    }
  }

  /// Returns the maximum time that a response waits for effects.
  func settleLimit(for visitor: Visitor) -> Duration {
    guard visitor.awaitsEffects else { return .zero }
    return visitor.hasScript ? settleRule.limit : settleRule.limitWithoutScript
  }

  private func settleUncounted(
    _ access: borrowing SceneAccess, for limit: Duration, until deadline: ContinuousClock.Instant,
    isSubmission: Bool, _ onward: @escaping Workload.Onward,
    then body: @escaping (borrowing SceneAccess, PageSummary) -> Void
  ) {
    let isolation = access.live.isolation
    let summary = access.scene.updateAppearances()
    guard !isolation.isSettled(until: deadline), ContinuousClock.now < deadline else {
      return body(access, summary)
    }
    let kept = access.scene.keepEvaluation()
    access.live.whenSettled(access, until: deadline, isSubmission: isSubmission, onward) {
      [self] access in
      access.scene.restore(kept)
      reportOverdue(isolation, after: limit, until: deadline)
      settleUncounted(
        access, for: limit, until: deadline, isSubmission: isSubmission, onward, then: body)
    }
  }

  /// Logs the effects that responses have waited for in vain, once for each source location. A test reports them.
  /// - Parameters:
  ///   - limit: The maximum time that the response has waited.
  ///   - deadline: The end of that time.
  func reportOverdue(
    _ isolation: SceneIsolation, after limit: Duration, until deadline: ContinuousClock.Instant
  ) {
    guard ContinuousClock.now >= deadline else { return }
    let working = isolation.workingPlaces(until: deadline)
    if settleRule.reportsOverdue {
      overduePlaces.withLock { $0 += working.map(\.description) }
    }
    guard logger.logLevel <= .debug else { return }
    for place in working {
      guard placesSaid.withLock({ $0.insert(place.description).inserted }) else { continue }
      logger.debug(
        """
        A response waited \(limit) for the effect of \(place), which is still running. If the effect \
        waits for something that can happen at any time, mark the wait with a clock from the \
        dependencies, 'sequence.ignoredForResponse()', or 'withoutBlockingResponse { … }'. This is logged once.
        """)
    }
  }
}
