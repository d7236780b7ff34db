/// What is known of a stored scene without loading its snapshot.
public struct SceneSummary: Hashable, Sendable {
  public var mark: StoredScene.Mark
  public var revision: UInt64
  /// The number of the payload's bytes.
  public var size: Int
  public var lastUse: SessionTime

  public init(mark: StoredScene.Mark, revision: UInt64, size: Int, lastUse: SessionTime) {
    self.mark = mark
    self.revision = revision
    self.size = size
    self.lastUse = lastUse
  }
}

extension Sequence<SceneSummary> {
  /// The scenes in the order in which they go: by last use, and by mark where that is the same.
  package var oldestFirst: [SceneSummary] {
    sorted { ($0.lastUse, $0.mark) < ($1.lastUse, $1.mark) }
  }
}
