/// The receivers of an event, relative to the model that sends it.
public struct EventReceivers: OptionSet, Sendable {
  /// The bits of the set.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The model itself.
  public static let `self` = EventReceivers(rawValue: 1)
  /// The model whose state contains the sender's state.
  public static let parent = EventReceivers(rawValue: 2)
  /// The parent of the model, its parent, and so on.
  public static let ancestors = EventReceivers(rawValue: 4)
  /// The models in the state of the sender.
  public static let children = EventReceivers(rawValue: 8)
  /// The children of the model, their children, and so on.
  public static let descendants = EventReceivers(rawValue: 16)
}
