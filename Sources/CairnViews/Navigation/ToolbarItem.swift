/// The placement of a toolbar item, which depends on its purpose.
public enum ToolbarItemPlacement: Sendable {
  /// The default placement.
  case automatic
  /// The most important action.
  case primaryAction
  /// An action that leaves without saving.
  case cancellationAction
  /// The action that confirms the layer's purpose. It's prominent, and Return presses it.
  case confirmationAction
}

/// A toolbar item with a placement.
public struct ToolbarItem<Content: View>: _PrimitiveView {
  @usableFromInline let placement: ToolbarItemPlacement
  @usableFromInline let content: Content

  /// Creates a toolbar item with a placement.
  @inlinable
  public init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {
    self.placement = placement
    self.content = content()
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    guard view.placement == .confirmationAction else {
      Content._render(view.content, &renderer)
      return
    }
    let style = renderer.buttonStyle
    renderer.buttonStyle = .borderedProminent
    let (isNew, _) = renderer.flags.insert(.defaultAction)
    Content._render(view.content, &renderer)
    if isNew { renderer.flags.remove(.defaultAction) }
    renderer.buttonStyle = style
  }
}
