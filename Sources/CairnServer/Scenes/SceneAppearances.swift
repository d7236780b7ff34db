import CairnViews

/// The `.task` work of the views that a scene shows. It's used under the scene's lock.
struct SceneAppearances {
  private var tasks: [UInt64: Task<Void, Never>] = [:]

  /// The changes if different views become visible.
  struct Change {
    /// The views whose `.onAppear` has run.
    let appeared: Set<UInt64>
    /// The work of newly visible views, in their order.
    let new: [Appearance]
    /// The work of views that are no longer visible.
    let gone: [Task<Void, Never>]
  }

  /// Determines the changes, or returns `nil` if the visible views are the same.
  ///
  /// The caller runs new work and cancels old work, because both run the application's code.
  mutating func change(to appearances: [Appearance], appeared: Set<UInt64>) -> Change? {
    guard !appearances.isEmpty || !appeared.isEmpty || !tasks.isEmpty else { return nil }
    let new = appearances.filter { !appeared.contains($0.identity) && tasks[$0.identity] == nil }
    let identities = Set(appearances.map(\.identity))
    let gone = tasks.keys.filter { !identities.contains($0) }
    guard !new.isEmpty || !gone.isEmpty || !appeared.isSubset(of: identities) else { return nil }
    return Change(
      appeared: appeared.intersection(identities)
        .union(new.lazy.filter { !$0.isTask }.map(\.identity)),
      new: new, gone: gone.compactMap { tasks.removeValue(forKey: $0) })
  }

  /// Adds the work of a view.
  mutating func add(_ task: Task<Void, Never>, of appearance: Appearance) {
    tasks.updateValue(task, forKey: appearance.identity)?.cancel()
  }

  /// Cancels all work when the scene ends.
  mutating func cancel() {
    let canceled = tasks.values
    tasks = [:]
    for task in canceled { task.cancel() }
  }
}
