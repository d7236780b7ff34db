public import Foundation

/// The ID of a screen on a navigation path, which is valid as long as the screen is on the path.
public struct ScreenID: Hashable, Codable, Sendable {
  /// The ID as a UUID.
  public let rawValue: UUID

  /// Creates a new ID.
  public init() { rawValue = UUID() }

  /// Creates an ID from a UUID.
  public init(_ rawValue: UUID) { self.rawValue = rawValue }

  /// The ID of the first screen of a path.
  public static let root = ScreenID(
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0)))

  /// An ID that isn't on any path.
  static let absent = ScreenID(
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1)))

  public init(from decoder: any Decoder) throws {
    rawValue = try UUID(from: decoder)
  }

  public func encode(to encoder: any Encoder) throws {
    try rawValue.encode(to: encoder)
  }
}

/// A screen on a navigation path, with its ID.
public struct IdentifiedScreen: Hashable, Identifiable, Sendable {
  /// The ID of the screen, which is unique on its path.
  public let id: ScreenID
  /// The screen.
  public let content: AnyScreen
  /// Whether the screen has appeared since it was added, or since the screens on top of it were last replaced
  /// by a path.
  public let hasAppeared: Bool
  /// The paths of the tabs that aren't selected, or `nil` if the screen has no tabs.
  ///
  /// Each path begins with the screen of its tab.
  public internal(set) var otherTabs: [[IdentifiedScreen]]?

  /// Creates a screen on a navigation path.
  public init(
    id: ScreenID, content: AnyScreen, hasAppeared: Bool, otherTabs: [[IdentifiedScreen]]? = nil
  ) {
    self.id = id
    self.content = content
    self.hasAppeared = hasAppeared
    self.otherTabs = otherTabs
  }

  /// Creates a screen on a navigation path, and erases its type.
  public init<S: Screen>(id: ScreenID, content: S, hasAppeared: Bool) {
    self.init(id: id, content: content.eraseToAnyScreen(), hasAppeared: hasAppeared)
  }

  /// Returns a copy of the screen that has appeared or not.
  func appeared(_ hasAppeared: Bool) -> IdentifiedScreen {
    IdentifiedScreen(id: id, content: content, hasAppeared: hasAppeared, otherTabs: otherTabs)
  }
}
