import CairnApplications
import CairnDependencies
import CairnFeatures
import CairnScreens
import CairnSecurity
import CairnViews

/// The state with which a scene continues from a page of another scene.
///
/// Running effects stay with the other scene.
///
/// `@unchecked Sendable`: A state is a value. The code that receives it protects it with its own lock.
struct Beginning: @unchecked Sendable {
  let state: Any
  /// The messages about the effects that don't continue in the new scene.
  let interruptions: [String]
  /// The actions about those effects for the features of the new scene.
  var resumptions: [EffectResumption] = []
  /// Typed text for fields that aren't there.
  let waiting: [SceneDrafts.Waiting]
}

extension SceneRuntime {
  /// Determines how the scene diverged from a page. If the user left it, also returns what a new scene begins with.
  func divergence(
    from token: PageToken, at location: Location, _ form: SubmittedForm,
    dependencies: DependencyValues
  ) -> (Divergence, Beginning?) {
    let isUnsaved = token.scene == nil
    // A later revision was made by another server, so it isn't known here.
    guard isUnsaved || token.revision <= durable.revision else { return (.byItself, nil) }
    guard
      let checkpoint = isUnsaved
        ? durable.history.beginning : durable.history.checkpoint(at: token.revision)
    else { return (isUnsaved ? .unsaved : .byItself, nil) }
    guard let state = checkpoint.state.value(by: page.coder) else { return (.byItself, nil) }
    let probe = LiveScene(mount: mount, record: nil, dependencies: dependencies)
    return probe.withLock { access in
      let probe = access.scene
      probe.restore(state)
      let shown = probe.collect()
      // If the layers differ, the page isn't the scene's own. It was opened by its location.
      let branch = (
        Divergence.byUser,
        Beginning(
          state: state, interruptions: checkpoint.interruptions,
          resumptions: checkpoint.resumptions, waiting: durable.drafts.waiting)
      )
      guard shown.levels == token.layers else {
        // A scene that's still at the page's location hasn't left it. Something other than the state hides the layers
        // now.
        guard !isUnsaved, page.location() == location,
          probe.page.location() == location
        else { return branch }
        // The location may lead to a different element now, whose fields aren't the page's.
        let isThere =
          form.drafts.isEmpty
          || probe.page.presented().isSubset(of: page.presented())
        return isThere ? (.hidden, nil) : branch
      }
      guard probe.page.hasQuery(location) else {
        return branch
      }
      if shown.summary.isPresentingEphemeral { return (.question, nil) }
      for later in durable.history.checkpoints(after: checkpoint.revision) {
        guard let laterState = later.state.value(by: page.coder) else { return (.byItself, nil) }
        probe.restore(laterState)
        guard probe.collect().levels.starts(with: token.layers),
          probe.page.hasQuery(location)
        else {
          return later.isByEffect ? (.byItself, nil) : branch
        }
      }
      return branch
    }
  }

  /// Returns what a scene for another tab begins with, or `nil` if the state can't be restored.
  func copy() -> Beginning? {
    page.snapshot().flatMap { RememberedState($0).value(by: page.coder) }.map {
      Beginning(
        state: $0, interruptions: page.interruptions(),
        resumptions: resumptions.compactMap(\.ofCopy), waiting: durable.drafts.waiting)
    }
  }

  /// Returns the state, and its revision, on which a page of another location is based.
  ///
  /// While an alert or a dialog is open, this is the state from before it was presented. A question belongs to the page
  /// that asked it. The state is `nil` if it's no longer known.
  func basis(dependencies: DependencyValues) -> (state: Any?, revision: UInt64) {
    guard collect().summary.isPresentingEphemeral else {
      return (
        page.snapshot().flatMap { RememberedState($0).value(by: page.coder) }, durable.revision
      )
    }
    let probe = LiveScene(mount: mount, record: nil, dependencies: dependencies)
    return probe.withLock { access in
      let probe = access.scene
      for checkpoint in durable.history.checkpoints.reversed() {
        guard let state = checkpoint.state.value(by: page.coder) else { break }
        probe.restore(state)
        if !probe.collect().summary.isPresentingEphemeral {
          return (state, checkpoint.revision)
        }
      }
      return (nil, durable.revision)
    }
  }

  /// Returns whether an effect took the scene away from a recent location, such as a timer that closed a form.
  ///
  /// A page of that location would show finished work as if it hadn't begun.
  func hasLeftByItself(_ location: Location, dependencies: DependencyValues) -> Bool {
    let checkpoints = durable.history.checkpoints
    // In most scenes, effects haven't changed the state on their own.
    guard checkpoints.dropFirst().contains(where: \.isByEffect) else { return false }
    let probe = LiveScene(mount: mount, record: nil, dependencies: dependencies)
    return probe.withLock { access in
      let probe = access.scene
      let last = checkpoints.lastIndex { checkpoint in
        guard let state = checkpoint.state.value(by: page.coder) else { return false }
        probe.restore(state)
        return probe.page.matchingLocation(location) != nil
      }
      guard let last else { return false }
      return checkpoints.dropFirst(last + 1).first?.isByEffect == true
    }
  }
}

extension Collected {
  /// The identities of the layers, as in a page's token.
  var levels: [UInt64] { summary.layerPath }
}
