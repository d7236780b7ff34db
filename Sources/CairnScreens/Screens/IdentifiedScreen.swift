public import Foundation

/// Names a screen on a navigation path for as long as it is there.
public struct ScreenID: Hashable, Codable, Sendable {
  /// The id as a value of its own.
  public let rawValue: UUID

  /// A new id.
  public init() { rawValue = UUID() }

  /// An id that is known.
  public init(_ rawValue: UUID) { self.rawValue = rawValue }

  /// The id of a path's first screen.
  public static let root = ScreenID(
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0)))

  /// An ID that is on no path.
  static let absent = ScreenID(
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1)))

  public init(from decoder: any Decoder) throws {
    rawValue = try UUID(from: decoder)
  }

  public func encode(to encoder: any Encoder) throws {
    try rawValue.encode(to: encoder)
  }
}

/// A screen on a navigation path.
public struct IdentifiedScreen: Hashable, Identifiable, Sendable {
  public let id: ScreenID
  /// What is shown.
  public let content: AnyScreen
  /// Whether it has been shown since it came, or since another path was put on it.
  public let hasAppeared: Bool
  /// The paths of the tabs that are not selected, each from the tab's own screen on, where the screen
  /// has tabs.
  public internal(set) var otherTabs: [[IdentifiedScreen]]?

  public init(
    id: ScreenID, content: AnyScreen, hasAppeared: Bool, otherTabs: [[IdentifiedScreen]]? = nil
  ) {
    self.id = id
    self.content = content
    self.hasAppeared = hasAppeared
    self.otherTabs = otherTabs
  }

  public init<S: Screen>(id: ScreenID, content: S, hasAppeared: Bool) {
    self.init(id: id, content: content.eraseToAnyScreen(), hasAppeared: hasAppeared)
  }

  /// The same screen with another appearance.
  func appeared(_ hasAppeared: Bool) -> IdentifiedScreen {
    IdentifiedScreen(id: id, content: content, hasAppeared: hasAppeared, otherTabs: otherTabs)
  }
}
