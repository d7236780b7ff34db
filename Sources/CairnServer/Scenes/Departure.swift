import CairnApplications
import CairnDependencies
import CairnScreens
import CairnSecurity
import CairnViews

/// What a scene begins with that goes on from a page of another one.
///
/// The effects that ran stay with that one.
///
/// `@unchecked Sendable`: a state is a value, and who is handed it puts it under a lock of its own.
struct Beginning: @unchecked Sendable {
  let state: Any
  /// What is said of those effects.
  let interruptions: [String]
  /// What was typed there into fields that are not there.
  let waiting: [SceneDrafts.Waiting]
}

extension SceneRuntime {
  /// Finds out how the scene left a page; and what a scene of its own begins with, where the user left it.
  func departure(
    from token: PageToken, at location: Location, _ form: SubmittedForm,
    dependencies: DependencyValues
  ) -> (Departure, Beginning?) {
    let isUnborn = token.scene == nil
    // What another server has made since is not here.
    guard isUnborn || token.revision <= durable.revision else { return (.byItself, nil) }
    guard
      let moment = isUnborn
        ? durable.history.beginning : durable.history.moment(at: token.revision)
    else { return (isUnborn ? .unborn : .byItself, nil) }
    guard let state = moment.state.value(by: page.coder) else { return (.byItself, nil) }
    let probe = LiveScene(mount: mount, record: nil, dependencies: dependencies)
    return probe.withLock { access in
      let probe = access.scene
      probe.restore(state)
      let shown = probe.collect()
      // Another page than the scene's own: one that was opened by its location.
      let fork = (
        Departure.byUser,
        Beginning(
          state: state, interruptions: moment.interruptions, waiting: durable.drafts.waiting)
      )
      guard shown.levels == token.layers else {
        // Or it was then, too, and is not shown there now.
        guard !isUnborn, page.location() == location,
          probe.page.location() == location
        else { return fork }
        // It may be another element at the same location, whose fields are not those of the page.
        let isThere =
          form.drafts.isEmpty
          || probe.page.presented().isSubset(of: page.presented())
        return isThere ? (.hidden, nil) : fork
      }
      guard probe.page.hasQuery(location) else {
        return fork
      }
      if shown.summary.isPresentingEphemeral { return (.question, nil) }
      for later in durable.history.moments(after: moment.revision) {
        guard let laterState = later.state.value(by: page.coder) else { return (.byItself, nil) }
        probe.restore(laterState)
        guard probe.collect().levels.starts(with: token.layers),
          probe.page.hasQuery(location)
        else {
          return later.isByEffect ? (.byItself, nil) : fork
        }
      }
      return fork
    }
  }

  /// What a scene of another tab begins with that shows the same.
  func copy() -> Beginning? {
    page.snapshot().flatMap { RememberedState($0).value(by: page.coder) }.map {
      Beginning(state: $0, interruptions: page.interruptions(), waiting: durable.drafts.waiting)
    }
  }

  /// What a page of another location is made of: the state and its revision, as they were before a
  /// question was asked that is open now. A question belongs to where it was asked.
  func basis(dependencies: DependencyValues) -> (state: Any?, revision: UInt64) {
    guard collect().summary.isPresentingEphemeral else {
      return (
        page.snapshot().flatMap { RememberedState($0).value(by: page.coder) }, durable.revision
      )
    }
    let probe = LiveScene(mount: mount, record: nil, dependencies: dependencies)
    return probe.withLock { access in
      let probe = access.scene
      for moment in durable.history.moments.reversed() {
        guard let state = moment.state.value(by: page.coder) else { break }
        probe.restore(state)
        if !probe.collect().summary.isPresentingEphemeral {
          return (state, moment.revision)
        }
      }
      return (nil, durable.revision)
    }
  }

  /// Whether an effect took the scene away from a location where it was lately, such as a timer that
  /// closed a form. A page of that location would show what has ended as if it were about to begin.
  func hasLeftByItself(_ location: Location, dependencies: DependencyValues) -> Bool {
    let moments = durable.history.moments
    // In most scenes no effect did anything by itself.
    guard moments.dropFirst().contains(where: \.isByEffect) else { return false }
    let probe = LiveScene(mount: mount, record: nil, dependencies: dependencies)
    return probe.withLock { access in
      let probe = access.scene
      let last = moments.lastIndex { moment in
        guard let state = moment.state.value(by: page.coder) else { return false }
        probe.restore(state)
        return probe.page.place(location) != nil
      }
      guard let last else { return false }
      return moments.dropFirst(last + 1).first?.isByEffect == true
    }
  }
}

extension Collected {
  /// The identities of the levels, as a page's token has them.
  var levels: [UInt64] { summary.trail }
}
