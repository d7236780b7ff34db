/// An animation, for views that were written for another platform.
///
/// Cairn ignores animations. The browser animates the transition between pages, as defined by the style sheet.
public struct Animation: Hashable, Sendable {
  private let name: String

  /// The default animation.
  public static let `default` = Animation(name: "default")
  /// An animation with a constant speed.
  public static let linear = Animation(name: "linear")
  /// An animation that begins slowly.
  public static let easeIn = Animation(name: "easeIn")
  /// An animation that ends slowly.
  public static let easeOut = Animation(name: "easeOut")
  /// An animation that begins and ends slowly.
  public static let easeInOut = Animation(name: "easeInOut")
  /// A spring animation.
  public static let spring = Animation(name: "spring")
}

extension View {
  /// Returns the view unchanged.
  ///
  /// This method is for views that were written for another platform. In Cairn, the browser animates changes.
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
