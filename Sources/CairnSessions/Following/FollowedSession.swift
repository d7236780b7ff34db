/// What a server must do about the announced changes of a session, whose browser is connected to it.
///
/// It's a state machine without side effects. Each step is carried out before the next one begins, and combines the
/// news that have arrived in the meantime.
package struct FollowedSession: Hashable, Sendable {
  /// What to do next.
  package enum Step: Hashable, Sendable {
    /// Compare the session with the store. Afterward, call ``compared(_:)``.
    case compare
    /// Take over changes by other servers. Afterward, call ``applied()``.
    case apply(Changes)
    /// The session is no longer stored under its ID.
    case end
  }

  /// Consecutive changes of a session.
  package struct Changes: Hashable, Sendable {
    /// The versions after the changes, including changes by this server.
    package var versions: [UInt64] = []
    /// The scenes that other servers have changed, with their latest revisions, or `nil` for removed ones.
    package var scenes: [StoredScene.Mark: UInt64?] = [:]
    /// The scenes whose pages are in the responses to submissions.
    package var answered: Set<StoredScene.Mark> = []
    /// Whether the values or the owner have changed.
    package var isShared = false
  }

  /// The version up to which the pages show the session's changes, or `nil` if it wasn't compared yet.
  package private(set) var version: UInt64?
  private var news: [ForeignChanges.News] = []
  private var isWorking = false

  package init() {}

  /// Forgets everything, because the browser connects again, and requests its pages itself.
  package mutating func reset() { self = FollowedSession(isWorking: isWorking) }

  private init(isWorking: Bool) { self.isWorking = isWorking }

  /// Adds news. Call ``next()`` if this returns `true`. Otherwise, a step is being carried out.
  package mutating func add(_ news: ForeignChanges.News) -> Bool {
    self.news.append(news)
    return !isWorking
  }

  /// Returns the next step, or `nil` if there's nothing to do.
  package mutating func next() -> Step? {
    guard !isWorking, !news.isEmpty else { return nil }
    let version = version
    let step = nextStep()
    // A comparison must find everything that wasn't applied.
    if step == .compare { self.version = version }
    news = []
    isWorking = step != nil
    return step
  }

  private mutating func nextStep() -> Step? {
    if news.contains(.ended) { return .end }
    var changes = Changes()
    for news in news {
      switch news {
      case .began, .ended: return .compare
      case .ownChange(let next):
        guard let version else { return .compare }
        if next <= version { continue }
        guard next == version + 1 else { return .compare }
        self.version = next
        changes.versions.append(next)
      case .changed(let change):
        guard let version else { return .compare }
        if change.version <= version { continue }
        guard change.version == version + 1, let contents = change.contents else { return .compare }
        self.version = change.version
        changes.add(contents, version: change.version)
      }
    }
    return changes.versions.isEmpty ? nil : .apply(changes)
  }

  /// Records that changes were applied.
  package mutating func applied() { isWorking = false }

  /// Records that changes couldn't be applied, because the store couldn't be read. The next comparison finds them.
  package mutating func failed(_ changes: Changes) {
    if let first = changes.versions.first { version = first - 1 }
    isWorking = false
  }

  /// Records that the session was compared with the store at a version.
  ///
  /// - Parameter version: The version, or `nil` if the store couldn't be read.
  package mutating func compared(_ version: UInt64?) {
    if let version { self.version = version }
    isWorking = false
  }
}

extension FollowedSession.Changes {
  fileprivate mutating func add(_ contents: SessionChange.Contents, version: UInt64) {
    versions.append(version)
    isShared = isShared || contents.isShared
    for scene in contents.scenes {
      scenes[scene.mark] = .some(scene.revision)
      answered.remove(scene.mark)
    }
    answered.formUnion(contents.answered)
  }
}
