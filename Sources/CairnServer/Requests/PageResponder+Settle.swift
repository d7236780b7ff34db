import CairnFeatures
import CairnReducers
import CairnViews
import Logging
import Synchronization

extension PageResponder {
  /// Lets views appear and effects settle, and then goes on with what is shown; at the deadline at
  /// the latest. An effect that waits for a timer or for what may come has settled.
  ///
  /// To be called under the scene's lock; it goes on under it too.
  func settle(
    _ scene: LiveScene, until deadline: ContinuousClock.Instant,
    then body: @escaping (LiveScene, PageSummary) -> Void
  ) {
    guard let metrics else { return settleUncounted(scene, until: deadline, then: body) }
    let began = ContinuousClock.now
    settleUncounted(scene, until: deadline) { scene, summary in
      metrics.settled(after: .now - began)
      body(scene, summary)
    }
  }

  private func settleUncounted(
    _ scene: LiveScene, until deadline: ContinuousClock.Instant,
    then body: @escaping (LiveScene, PageSummary) -> Void
  ) {
    let summary = scene.updateAppearances()
    guard !scene.isolation.isSettled(until: deadline), ContinuousClock.now < deadline else {
      return body(scene, summary)
    }
    scene.isolation.whenSettled(until: deadline, workload.onward) { [self] in
      if ContinuousClock.now >= deadline { sayWorking(scene, until: deadline) }
      scene.underLock { settleUncounted($0, until: deadline, then: body) }
    }
  }

  /// Says once for each place in the source that answers have waited for an effect of it in vain.
  private func sayWorking(_ scene: LiveScene, until deadline: ContinuousClock.Instant) {
    guard logger.logLevel <= .debug else { return }
    for place in scene.isolation.workingPlaces(until: deadline) {
      guard placesSaid.withLock({ $0.insert(place.description).inserted }) else { continue }
      logger.debug(
        """
        An answer has waited \(settleLimit) for the effect of \(place), which works for longer. If \
        it waits there for what may come at any time, let it say so: by a clock of the dependencies, \
        'sequence.settling()' or 'whileSettled { … }'. This is said once.
        """)
    }
  }
}
