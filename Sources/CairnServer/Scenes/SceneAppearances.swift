import CairnViews

/// The `.task` and `.onAppear` work of the views that a scene shows. Used under the scene's lock.
struct SceneAppearances {
  private var shown: Set<UInt64> = []
  private var tasks: [UInt64: Task<Void, Never>] = [:]

  /// The views whose `.onAppear` has run. Those of tasks are left out: where the scene goes on in
  /// another process, their work begins again.
  var appeared: Set<UInt64> { shown.subtracting(tasks.keys) }

  /// - Parameter appeared: The views whose `.onAppear` has run, in a scene that was stored.
  init(appeared: Set<UInt64> = []) {
    shown = appeared
  }

  /// Runs what newly visible views ask for, and cancels what views asked for that are gone.
  /// - Parameter begin: Begins the work of a `.task`.
  /// - Returns: Whether anything ran that may have changed the state.
  mutating func update(
    _ appearances: [Appearance],
    begin: (@escaping Appearance.AsyncWork, Appearance) -> Task<Void, Never>
  ) -> Bool {
    guard !appearances.isEmpty || !shown.isEmpty else { return false }
    let identities = Set(appearances.map(\.identity))
    for identity in shown.subtracting(identities) {
      tasks.removeValue(forKey: identity)?.cancel()
    }
    let before = shown
    shown = identities
    var hasRun = false
    for appearance in appearances where !before.contains(appearance.identity) {
      switch appearance.work {
      case .appear(let work):
        work()
        hasRun = true
      case .task(let work), .liveTask(let work):
        tasks.updateValue(begin(work, appearance), forKey: appearance.identity)?.cancel()
      }
    }
    return hasRun
  }

  /// Cancels all work, for good.
  mutating func cancel() {
    for task in tasks.values { task.cancel() }
    tasks = [:]
  }
}
