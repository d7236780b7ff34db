/// The kind of a level, which is a layer or a pushed screen.
public enum LayerKind: String, Sendable, CaseIterable {
  /// The base of a page.
  case screen
  /// A pushed screen, which is in the same layer as the level below it.
  case pushed
  /// A sheet.
  case sheet
  /// A popover.
  case popover
  /// A view that covers the whole page.
  case cover
  /// An alert.
  case alert
  /// A confirmation dialog.
  case confirmation

  /// Whether the level has no location of its own, and belongs to the screen below.
  public var isEphemeral: Bool { self == .alert || self == .confirmation }

  /// Whether the level is a separate form.
  public var isLayer: Bool { self != .pushed }
}
