/// How far a location could be opened.
public struct OpenedLocation: Equatable, Sendable {
  /// The segments that were opened.
  public let opened: [String]
  /// The segments that name nothing.
  public let missing: [String]
  /// Whether what is missing is at a known place, where something may have been before.
  public let isGone: Bool
  /// The items of the query that are known by their name and whose value can not be read, or is too
  /// long; the defaults stand in their place. Items of unknown names do not count.
  public let unreadable: [Location.QueryItem]
  /// Whether nothing was opened because the location leads through more screens than a path may have.
  public let isTooLong: Bool

  package init(
    opened: [String], missing: [String], isGone: Bool, unreadable: [Location.QueryItem] = [],
    isTooLong: Bool = false
  ) {
    self.opened = opened
    self.missing = missing
    self.isGone = isGone
    self.unreadable = unreadable
    self.isTooLong = isTooLong
  }

  /// Whether all of the path was opened.
  public var isComplete: Bool { missing.isEmpty }
}
