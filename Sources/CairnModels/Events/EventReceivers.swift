/// Who hears of an event, as seen from the model that sends it.
public struct EventReceivers: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The model itself.
  public static let `self` = EventReceivers(rawValue: 1)
  /// The model in whose state its own is.
  public static let parent = EventReceivers(rawValue: 2)
  /// Its parent, the parent of that, and so on.
  public static let ancestors = EventReceivers(rawValue: 4)
  /// The models in its state.
  public static let children = EventReceivers(rawValue: 8)
  /// Its children, the children of those, and so on.
  public static let descendants = EventReceivers(rawValue: 16)
}
