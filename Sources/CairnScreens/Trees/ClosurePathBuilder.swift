public import CairnViews

/// Builds what a closure makes of a screen, whatever its type.
///
/// ```swift
/// ClosurePathBuilder { element in
///   element.content.is(HomeScreen.self) ? Text("Home") : nil
/// }
/// ```
/// URLs open only screens whose types a tree names, and so does the map list only those. Prefer `Screen` of
/// a ``NavigationTree`` where the type is known.
public struct ClosurePathBuilder<Content: View, Nesting: PathBuilder>: PathBuilder {
  private let content: (IdentifiedScreen) -> Content?
  private let nesting: () -> Nesting

  /// A builder with what can be on its screens.
  /// - Parameters:
  ///   - content: What is shown for a screen; `nil` if this builder doesn't build it. It is called for each
  ///     page.
  ///   - nesting: Builds what can be on the screen.
  public init(
    _ content: @escaping (IdentifiedScreen) -> Content?,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) {
    self.content = content
    self.nesting = nesting
  }

  /// A builder of screens on which none can be.
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
