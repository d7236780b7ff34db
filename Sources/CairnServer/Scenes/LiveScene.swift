import Cairn
import CairnViews

/// A scene: one line of work in one tab, with one value of its application.
///
/// `@unchecked Sendable`: `mark` and `mount` do not change, everything else is used under the scene's
/// lock.
final class LiveScene: @unchecked Sendable {
  /// What the scene showed at a revision.
  struct Moment {
    let revision: UInt64
    let cause: SceneIsolation.Cause
    let state: Any
  }

  /// How many moments can be forked from.
  private static let momentLimit = 8

  let mount: Mount
  /// The scene's name in the query of its URLs; nil while it is unborn.
  let mark: String?
  let isolation: SceneIsolation
  let page: ScenePage

  /// Counts the actions.
  private(set) var revision: UInt64 = 0
  /// What was typed and could not be applied.
  var drafts: [UInt64: Draft] = [:]
  /// What the server has to say, once.
  var notice: String?
  private var moments: [Moment] = []
  private var appeared: Set<UInt64> = []
  private let dependencies: DependencyValues

  /// Makes a scene with a new value of its application.
  init(mount: Mount, mark: String?, dependencies: DependencyValues) {
    self.mount = mount
    self.mark = mark
    self.dependencies = dependencies
    let isolation = SceneIsolation()
    self.isolation = isolation
    page = DependencyValues.$_current.withValue(dependencies) {
      StoreIsolationContext.$current.withValue(isolation) { mount.make() }
    }
    guard mark != nil else { return }
    isolation.onAction = { [weak self] in self?.actionProcessed() }
  }

  /// Does something with the scene; nobody else touches it meanwhile.
  func withLock<Result>(_ body: (LiveScene) throws -> Result) rethrows -> Result {
    try isolation.withLock {
      try DependencyValues.$_current.withValue(dependencies) { try body(self) }
    }
  }

  /// The same, for a closure that is called under the lock already.
  func underLock<Result>(_ body: (LiveScene) throws -> Result) rethrows -> Result {
    try DependencyValues.$_current.withValue(dependencies) { try body(self) }
  }

  // MARK: Revisions

  /// Notes the state as the one to begin with.
  func begin() {
    guard let state = page.snapshot() else { return }
    moments = [Moment(revision: revision, cause: .user, state: state)]
  }

  private func actionProcessed() {
    revision += 1
    guard let state = page.snapshot() else { return }
    if moments.count == Self.momentLimit { moments.removeFirst() }
    moments.append(Moment(revision: revision, cause: isolation.cause, state: state))
  }

  /// The state at a revision, as far as it is remembered.
  func state(at revision: UInt64) -> Any? {
    moments.last { $0.revision == revision }?.state
  }

  /// Whether an effect has changed the state since a revision, or may have.
  func wasChangedByEffect(since revision: UInt64) -> Bool {
    guard let first = moments.first, first.revision <= revision + 1 else { return true }
    return moments.contains { $0.revision > revision && $0.cause == .effect }
  }

  // MARK: Appearances

  /// Runs what newly visible views ask for; answers whether there was anything.
  @discardableResult
  func runAppearances(of summary: PageSummary) -> Bool {
    let identities = Set(summary.appearances.map(\.identity))
    let new = summary.appearances.filter { !appeared.contains($0.identity) }
    appeared = identities
    for appearance in new {
      if case .appear(let work) = appearance.work { work() }
    }
    return !new.isEmpty
  }

  /// Where the scene is, from the root of the server.
  var location: Location {
    page.location().prefixed(by: mount.prefix)
  }
}
