/// A type-erased screen.
///
/// Two type-erased screens are equal if their types, values, and presentation styles are equal.
public struct AnyScreen: Screen {
  /// The screen whose type is erased.
  public let base: any Screen
  /// The presentation style of the screen.
  public let presentationStyle: ScreenPresentationStyle

  /// Creates a type-erased screen. An `AnyScreen` isn't wrapped again.
  public init<S: Screen>(_ screen: S) {
    base = (screen as? AnyScreen)?.base ?? screen
    presentationStyle = screen.presentationStyle
  }

  /// Returns the screen, or `nil` if it isn't of this type.
  public func unwrap<S: Screen>(_ type: S.Type = S.self) -> S? { base as? S }

  /// Returns whether the screen is of a type.
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
