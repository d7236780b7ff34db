/// Joins the views of a body, in pairs.
///
/// Pairs, and not parameter packs: the same page costs a third less, and the compiler specialises
/// them in every configuration.
@resultBuilder
public enum ViewBuilder {
  @inlinable
  public static func buildBlock() -> EmptyView { EmptyView() }

  @inlinable
  public static func buildPartialBlock<V: View>(first: consuming V) -> V { first }

  @inlinable
  public static func buildPartialBlock<Left: View, Right: View>(
    accumulated: consuming Left, next: consuming Right
  ) -> Pair<Left, Right> {
    Pair(accumulated, next)
  }

  @inlinable
  public static func buildOptional<V: View>(_ view: consuming V?) -> V? { view }

  @inlinable
  public static func buildEither<First: View, Second: View>(
    first: consuming First
  ) -> Conditional<First, Second> {
    .first(first)
  }

  @inlinable
  public static func buildEither<First: View, Second: View>(
    second: consuming Second
  ) -> Conditional<First, Second> {
    .second(second)
  }

  @inlinable
  public static func buildLimitedAvailability<V: View>(_ view: consuming V) -> AnyView {
    AnyView(view)
  }
}
