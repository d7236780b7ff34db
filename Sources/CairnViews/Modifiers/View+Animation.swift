/// An animation, for views that were written for another platform.
///
/// Cairn ignores it. The browser animates how one page becomes the next, and the style sheet decides how.
public struct Animation: Hashable, Sendable {
  private let name: String

  public static let `default` = Animation(name: "default")
  public static let linear = Animation(name: "linear")
  public static let easeIn = Animation(name: "easeIn")
  public static let easeOut = Animation(name: "easeOut")
  public static let easeInOut = Animation(name: "easeInOut")
  public static let spring = Animation(name: "spring")
}

extension View {
  /// Returns the view. For views that were written for another platform: the browser animates changes.
  /// - Parameters:
  ///   - animation: Ignored.
  ///   - value: Ignored.
  @inlinable
  public consuming func animation<Value: Equatable>(
    _ animation: Animation?, value: Value
  ) -> Self {
    self
  }
}
