/// What a part of the bar is for.
public enum ToolbarItemPlacement: Sendable {
  case automatic
  /// The main thing to do.
  case primaryAction
  /// Leaves without doing anything.
  case cancellationAction
  /// Does what the layer is for: prominent, and what Enter presses.
  case confirmationAction
}

/// A part of the bar that says what it is for.
public struct ToolbarItem<Content: View>: _PrimitiveView {
  @usableFromInline let placement: ToolbarItemPlacement
  @usableFromInline let content: Content

  /// Puts `content` where `placement` belongs.
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
