/// Recognizes the announcements of a server's own changes of a session.
///
/// An announcement can arrive before the result of its transaction. While transactions are in progress, announcements
/// therefore wait.
struct OwnCommits {
  private var underWay = 0
  /// The versions after the server's own changes whose announcements haven't arrived.
  private var versions: Set<UInt64> = []
  private var waiting: [SessionAnnouncement] = []

  /// The maximum number of versions. Announcements can be lost.
  private static let limit = 64

  /// Records that a transaction was passed to the store.
  mutating func began() { underWay += 1 }

  /// Records the end of a transaction.
  ///
  /// - Parameter version: The version after it, or `nil` if it hasn't changed the session.
  /// - Returns: The announcements that have waited.
  mutating func ended(version: UInt64?) -> [ForeignChanges.News] {
    underWay -= 1
    if let version {
      versions.insert(version)
      if versions.count > Self.limit, let oldest = versions.min() { versions.remove(oldest) }
    }
    guard underWay == 0 else { return [] }
    let announcements = waiting
    waiting = []
    return announcements.flatMap { receive($0) }
  }

  /// Returns the announcements to pass on when one arrives.
  mutating func receive(_ announcement: SessionAnnouncement) -> [ForeignChanges.News] {
    if case .began = announcement { return [.began] }
    guard underWay == 0 else {
      waiting.append(announcement)
      return []
    }
    switch announcement {
    case .began: return [.began]
    case .ended: return [.ended]
    case .changed(let change):
      guard versions.contains(change.version) else { return [.changed(change)] }
      // Announcements of a session arrive in the order of its versions.
      versions = versions.filter { $0 > change.version }
      return [.ownChange(version: change.version)]
    }
  }
}
