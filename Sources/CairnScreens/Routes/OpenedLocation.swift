/// The result of opening a location.
public struct OpenedLocation: Equatable, Sendable {
  /// The segments that were opened.
  public let opened: [String]
  /// The segments that couldn't be opened.
  public let missing: [String]
  /// Whether the missing segments match a known route, so that their screens may have existed before.
  public let isGone: Bool
  /// The items of the query with a known name whose values aren't valid or are too long.
  ///
  /// Default values are used instead. Items with unknown names aren't included.
  public let unreadable: [Location.QueryItem]
  /// Whether the location wasn't opened at all because it contains more screens than a path can have.
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

  /// Whether all segments were opened.
  public var isComplete: Bool { missing.isEmpty }
}
