import CairnDependencies
import CairnReducers
import CairnScreens
import CairnViews

/// A scene: one line of work in one tab, with one value of its application.
///
/// `@unchecked Sendable`: constants aside, everything is used under the scene's lock.
final class LiveScene: @unchecked Sendable {
  let mount: Mount
  /// The scene's name in the query of its URLs; nil while it is unborn.
  let mark: String?
  let isolation = SceneIsolation()
  let page: ScenePage

  /// Counts the actions.
  private(set) var revision: UInt64 = 0
  /// What was typed and could not be applied.
  private(set) var drafts: [UInt64: Draft] = [:]
  /// What the server has to say, until the next submission.
  var notice: String?
  private(set) var history = SceneHistory()
  private var turn: UInt64 = 0
  private var appearances = SceneAppearances()
  private lazy var actor = SceneActor(isolation)
  private let dependencies: DependencyValues

  /// The most text that is kept of what was typed and not applied, in bytes.
  static let draftLimit = 256 * 1024

  /// How often views may appear because of what others did when they appeared.
  private static let appearanceLimit = 8

  /// Makes a scene with a new value of its application.
  init(mount: Mount, mark: String?, dependencies: DependencyValues) {
    self.mount = mount
    self.mark = mark
    self.dependencies = dependencies
    let isolation = isolation
    // Effects that the application begins at once wait until it is made.
    page = isolation.withLock {
      DependencyValues.$_current.withValue(dependencies) {
        StoreIsolationContext.$current.withValue(isolation) { mount.make() }
      }
    }
    guard mark != nil else { return }
    isolation.onAction = { [weak self] in self?.actionProcessed() }
    isolation.onEffect = { [weak self] in
      guard let self else { return }
      underLock { _ = $0.updateAppearances() }
    }
  }

  /// Does something with the scene; nobody else touches it meanwhile.
  func withLock<Result>(_ body: (LiveScene) throws -> Result) rethrows -> Result {
    try isolation.withLock { try underLock(body) }
  }

  /// The same, for a closure that is called under the lock already.
  func underLock<Result>(_ body: (LiveScene) throws -> Result) rethrows -> Result {
    try DependencyValues.$_current.withValue(dependencies) { try body(self) }
  }

  /// Where the scene is, from the root of the server. To be read under the lock.
  var location: Location {
    page.location().prefixed(by: mount.prefix)
  }

  /// The URL of the page that shows the scene as it is now. To be read under the lock.
  func url(showing summary: PageSummary) -> String {
    SceneMark.url(
      path: location.path, scene: mark, alert: summary.isPresentingEphemeral ? revision : nil)
  }

  /// Ends the scene's work: it is gone, and nothing is awaited of it any more.
  func end() {
    withLock { scene in
      scene.isolation.end()
      scene.appearances.cancel()
      scene.page.cancelEffects()
    }
  }

  // MARK: Drafts

  /// Keeps what was typed into a field; without its text where that would be too much.
  func keep(_ draft: Draft, for field: UInt64) {
    drafts[field] = draft
    let size = drafts.values.reduce(0) { $0 + $1.typed.utf8.count }
    if size > Self.draftLimit { drafts[field]?.typed = "" }
  }

  /// Forgets what was typed into a field.
  func forgetDraft(for field: UInt64) {
    drafts[field] = nil
  }

  /// Forgets all that was typed.
  func forgetDrafts() {
    drafts = [:]
  }

  // MARK: Revisions

  /// Begins a submission: what is done from here on is a moment of its own in the history.
  func beginTurn() {
    if turn == 0 { note(isByEffect: false) }
    turn += 1
  }

  private func actionProcessed() {
    revision += 1
    note(isByEffect: isolation.isChangedByEffect)
  }

  private func note(isByEffect: Bool) {
    guard let state = page.snapshot() else { return }
    history.note(
      SceneHistory.Moment(revision: revision, turn: turn, isByEffect: isByEffect, state: state))
  }

  // MARK: Appearances

  /// Lets newly visible views appear and others go, and answers what is shown then.
  func updateAppearances() -> PageSummary {
    var summary = page.collect([]).summary
    for _ in 0..<Self.appearanceLimit {
      let hasChanged = appearances.update(summary.appearances) { begin($0) }
      guard hasChanged else { break }
      summary = page.collect([]).summary
    }
    return summary
  }

  /// Begins the work of a view: under the lock, with the dependencies of the scene.
  private func begin(_ work: @escaping Appearance.AsyncWork) -> Task<Void, Never> {
    let work = SceneWork(body: work)
    isolation.runningEffectsChanged(by: 1)
    let task = Task { [actor, isolation] in
      await actor.run(work)
      await isolation.perform { isolation.runningEffectsChanged(by: -1) }
    }
    if isolation.isEnded { task.cancel() }
    return task
  }
}
