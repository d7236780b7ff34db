/// A screen without its type.
///
/// Two are equal where type, value and presentation style are.
public struct AnyScreen: Screen {
  /// The screen.
  public let base: any Screen
  public let presentationStyle: ScreenPresentationStyle

  /// Hides the type of a screen; what is hidden already stays as it is.
  public init<S: Screen>(_ screen: S) {
    base = (screen as? AnyScreen)?.base ?? screen
    presentationStyle = screen.presentationStyle
  }

  /// The screen, if it is of this type.
  public func unwrap<S: Screen>(_ type: S.Type = S.self) -> S? { base as? S }

  /// Whether the screen is of a type.
  public func `is`<S: Screen>(_ type: S.Type) -> Bool { base is S }

  public static func == (one: Self, other: Self) -> Bool {
    one.presentationStyle == other.presentationStyle && isEqual(one.base, other.base)
  }

  private static func isEqual<S: Screen>(_ one: S, _ other: any Screen) -> Bool {
    other as? S == one
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: base)))
    base.hash(into: &hasher)
  }
}

extension AnyScreen: CustomStringConvertible, CustomReflectable {
  public var description: String { String(describing: base) }

  public var customMirror: Mirror { Mirror(reflecting: base) }
}
