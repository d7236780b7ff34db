public import CairnViews

/// A path builder for the view that a closure returns for a screen of any type.
///
/// ```swift
/// ClosurePathBuilder { element in
///   element.content.is(HomeScreen.self) ? Text("Home") : nil
/// }
/// ```
/// URLs open only screens whose types are named in a tree, and maps list only these screens. If the type is
/// known, use `Screen` of a ``NavigationTree`` instead.
public struct ClosurePathBuilder<Content: View, Nesting: PathBuilder>: PathBuilder {
  private let content: (IdentifiedScreen) -> Content?
  private let nesting: () -> Nesting

  /// Creates a builder of screens that can have other screens on top of them.
  ///
  /// - Parameters:
  ///   - content: Returns the view for a screen, or `nil` if this builder doesn't build it. It's called for
  ///     each page.
  ///   - nesting: Builds the screens that can be on top of the screen.
  public init(
    _ content: @escaping (IdentifiedScreen) -> Content?,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) {
    self.content = content
    self.nesting = nesting
  }

  /// Creates a builder of screens that can't have other screens on top of them.
  ///
  /// - Parameter content: Returns the view for a screen, or `nil` if this builder doesn't build it. It's called
  ///   for each page.
  public init(_ content: @escaping (IdentifiedScreen) -> Content?)
  where Nesting == EmptyPathBuilder {
    self.init(content, nesting: { EmptyPathBuilder() })
  }

  public func build(pathElement: IdentifiedScreen) -> BuiltScreen? {
    guard let view = content(pathElement) else { return nil }
    let nesting = nesting
    return BuiltScreen(
      screen: pathElement.content, content: { AnyView(view) },
      successor: { nesting().build(pathElement: $0) })
  }

  public static func _outline(_ outline: inout TreeOutline) { Nesting._outline(&outline) }
}
