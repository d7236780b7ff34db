/// What a level of the pile is.
public enum LayerKind: String, Sendable, CaseIterable {
  /// The base of the pile.
  case screen
  /// A screen that was pushed; it belongs to the layer of the level below it.
  case pushed
  case sheet
  case popover
  case cover
  case alert
  case confirmation

  /// Whether the level has no location of its own and belongs to the screen below.
  public var isEphemeral: Bool { self == .alert || self == .confirmation }

  /// Whether the level is a form of its own.
  public var isLayer: Bool { self != .pushed }
}
