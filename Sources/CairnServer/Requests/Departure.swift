import CairnDependencies
import CairnViews

/// How a scene came to show something else than the page whose form came back.
enum Departure {
  /// By the user: the page can be gone on from, on another scene that begins with this state.
  case forkable(Any)
  /// The page asked something in an alert or dialog. What it asked may not be what is so now.
  case dialog
  /// By itself, or too long ago to know: nothing is run on a guess.
  case departed
}

extension LiveScene {
  /// Finds out how the scene left a page. To be called under the scene's lock.
  func departure(from post: PendingPost, dependencies: DependencyValues) -> Departure {
    guard let moment = history.moment(at: post.token.revision) else { return .departed }
    let probe = LiveScene(mount: mount, mark: nil, dependencies: dependencies)
    return probe.withLock { probe in
      probe.page.restore(moment.state)
      let shown = probe.page.collect([])
      // Another page than the scene's own: one that was opened by its location.
      guard shown.levels == post.token.layers else { return .forkable(moment.state) }
      if shown.summary.isPresentingEphemeral { return .dialog }
      for later in history.moments(after: post.token.revision) {
        probe.page.restore(later.state)
        guard probe.page.collect([]).levels.starts(with: post.token.layers) else {
          return later.isByEffect ? .departed : .forkable(moment.state)
        }
      }
      return .forkable(moment.state)
    }
  }
}

extension Collected {
  /// The identities of the levels, as a page's token has them.
  var levels: [UInt64] { summary.trail }
}
