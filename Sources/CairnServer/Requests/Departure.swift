import CairnDependencies
import CairnScreens
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

extension LiveScene {
  /// Finds out how the scene left a page; and what a scene of its own begins with, where the user left it.
  ///
  /// To be called under the scene's lock.
  func departure(
    from post: PendingPost, dependencies: DependencyValues
  ) -> (Departure, Beginning?) {
    let isUnborn = post.token.scene == nil
    // What another server has made since is not here.
    guard isUnborn || post.token.revision <= revision else { return (.byItself, nil) }
    guard let moment = isUnborn ? history.beginning : history.moment(at: post.token.revision)
    else { return (isUnborn ? .unborn : .byItself, nil) }
    guard let state = moment.state.value else { return (.byItself, nil) }
    let probe = LiveScene(mount: mount, record: nil, dependencies: dependencies)
    return probe.withLock { probe in
      probe.page.restore(state)
      let shown = probe.page.collect([])
      // Another page than the scene's own: one that was opened by its location.
      let fork = (
        Departure.byUser,
        Beginning(
          state: state, interruptions: moment.interruptions, waiting: drafts.waiting)
      )
      guard shown.levels == post.token.layers else {
        // Or it was then, too, and is not shown there now.
        guard !isUnborn, page.location() == post.location,
          probe.page.location() == post.location
        else { return fork }
        // It may be another element at the same location, whose fields are not those of the page.
        let isThere =
          post.form.drafts.isEmpty
          || probe.page.presented().isSubset(of: page.presented())
        return isThere ? (.hidden, nil) : fork
      }
      guard probe.page.hasQuery(post.location) else {
        return fork
      }
      if shown.summary.isPresentingEphemeral { return (.question, nil) }
      for later in history.moments(after: moment.revision) {
        guard let laterState = later.state.value else { return (.byItself, nil) }
        probe.page.restore(laterState)
        guard probe.page.collect([]).levels.starts(with: post.token.layers),
          probe.page.hasQuery(post.location)
        else {
          return later.isByEffect ? (.byItself, nil) : fork
        }
      }
      return fork
    }
  }

  /// What a scene of another tab begins with that shows the same. To be called under the scene's lock.
  func copy() -> Beginning? {
    page.snapshot().flatMap { RememberedState($0, coder: page.coder).value }.map {
      Beginning(state: $0, interruptions: page.interruptions(), waiting: drafts.waiting)
    }
  }

  /// What a page of another location is made of: the state and its revision, as they were before a
  /// question was asked that is open now. A question belongs to where it was asked.
  ///
  /// To be called under the scene's lock.
  func basis(dependencies: DependencyValues) -> (state: Any?, revision: UInt64) {
    guard page.collect([]).summary.isPresentingEphemeral else {
      return (page.snapshot().flatMap { RememberedState($0, coder: page.coder).value }, revision)
    }
    let probe = LiveScene(mount: mount, record: nil, dependencies: dependencies)
    return probe.withLock { probe in
      for moment in history.moments.reversed() {
        guard let state = moment.state.value else { break }
        probe.page.restore(state)
        if !probe.page.collect([]).summary.isPresentingEphemeral {
          return (state, moment.revision)
        }
      }
      return (nil, revision)
    }
  }

  /// Whether an effect took the scene away from a location where it was lately, such as a timer that
  /// closed a form. A page of that location would show what has ended as if it were about to begin.
  ///
  /// To be called under the scene's lock.
  func hasLeftByItself(_ location: Location, dependencies: DependencyValues) -> Bool {
    let moments = history.moments
    // In most scenes no effect did anything by itself.
    guard moments.dropFirst().contains(where: \.isByEffect) else { return false }
    let probe = LiveScene(mount: mount, record: nil, dependencies: dependencies)
    return probe.withLock { probe in
      let last = moments.lastIndex { moment in
        guard let state = moment.state.value else { return false }
        probe.page.restore(state)
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
