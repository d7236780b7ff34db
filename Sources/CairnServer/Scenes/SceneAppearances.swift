import CairnViews

/// The work of the `.task` modifiers of the views that a scene shows. Used under the scene's lock.
struct SceneAppearances {
  private var tasks: [UInt64: Task<Void, Never>] = [:]

  /// What changes when other views are visible.
  struct Change {
    /// The views whose `.onAppear` has run.
    let appeared: Set<UInt64>
    /// What newly visible views ask for, in their order.
    let new: [Appearance]
    /// The work of the views that are gone.
    let gone: [Task<Void, Never>]
  }

  /// Finds out what changes; `nil` if the visible views are the same.
  ///
  /// The caller runs and cancels what changes, as both run the application's code.
  /// - Parameters:
  ///   - appearances: What the visible views ask for.
  ///   - appeared: The views whose `.onAppear` has run.
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

  /// Notes the work of a view.
  mutating func add(_ task: Task<Void, Never>, of appearance: Appearance) {
    tasks.updateValue(task, forKey: appearance.identity)?.cancel()
  }

  /// Cancels all work, for good.
  mutating func cancel() {
    let cancelled = tasks.values
    tasks = [:]
    for task in cancelled { task.cancel() }
  }
}
