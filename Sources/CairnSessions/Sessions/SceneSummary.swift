/// The metadata of a stored scene, without its snapshot.
public struct SceneSummary: Hashable, Sendable {
  /// The ID of the scene within its session.
  public var mark: StoredScene.Mark
  /// The revision of the scene.
  public var revision: UInt64
  /// The size of the snapshot in bytes.
  public var size: Int
  /// The latest time at which the scene was written or touched.
  public var lastUse: SessionTime

  /// Creates a summary of a scene.
  public init(mark: StoredScene.Mark, revision: UInt64, size: Int, lastUse: SessionTime) {
    self.mark = mark
    self.revision = revision
    self.size = size
    self.lastUse = lastUse
  }
}

extension Sequence<SceneSummary> {
  /// The scenes in the order in which they're evicted, which is by last use and then by ID.
  package var oldestFirst: [SceneSummary] {
    sorted { ($0.lastUse, $0.mark) < ($1.lastUse, $1.mark) }
  }
}
