/// A horizontal stack of views.
public struct HStack<Content: View>: _PrimitiveView {
  @usableFromInline let alignment: VerticalAlignment
  @usableFromInline let spacing: StackSpacing
  @usableFromInline let content: Content

  /// Creates a horizontal stack of the views that `content` returns.
  /// - Parameters:
  ///   - alignment: The vertical alignment of the views.
  ///   - spacing: The space between the views in pixels, or `nil` for the style sheet's default. It's rounded to a
  ///     step of the style sheet's scale, which is 0, 4, 8, 12, 16, 24, 32, or 48.
  ///   - content: The views.
  @inlinable
  public init(
    alignment: VerticalAlignment = .center, spacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = StackSpacing(spacing)
    self.content = content()
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let row = renderer.openRow()
    let outer = renderer.surrounding
    if renderer.isWriting {
      view.spacing.pend(&renderer)
      switch view.alignment {
      case .center: renderer.open("<div", class: "hstack")
      case .top: renderer.open("<div", class: "hstack top")
      case .bottom: renderer.open("<div", class: "hstack bottom")
      case .firstTextBaseline: renderer.open("<div", class: "hstack baseline")
      }
      renderer.write(">")
    }
    renderer.surrounding = .block
    Content._render(view.content, &renderer)
    renderer.surrounding = outer
    if renderer.isWriting { renderer.write("</div>") }
    renderer.closeRow(row)
  }
}

/// A vertical stack of views.
public struct VStack<Content: View>: _PrimitiveView {
  @usableFromInline let alignment: HorizontalAlignment
  @usableFromInline let spacing: StackSpacing
  @usableFromInline let content: Content

  /// Creates a vertical stack of the views that `content` returns.
  /// - Parameters:
  ///   - alignment: The horizontal alignment of the views.
  ///   - spacing: The space between the views in pixels, or `nil` for the style sheet's default. It's rounded to a
  ///     step of the style sheet's scale, which is 0, 4, 8, 12, 16, 24, 32, or 48.
  ///   - content: The views.
  @inlinable
  public init(
    alignment: HorizontalAlignment = .leading, spacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = StackSpacing(spacing)
    self.content = content()
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let row = renderer.openRow()
    let outer = renderer.surrounding
    if renderer.isWriting {
      view.spacing.pend(&renderer)
      switch view.alignment {
      case .leading: renderer.open("<div", class: "vstack")
      case .center: renderer.open("<div", class: "vstack center")
      case .trailing: renderer.open("<div", class: "vstack trailing")
      }
      renderer.write(">")
    }
    renderer.surrounding = .block
    Content._render(view.content, &renderer)
    renderer.surrounding = outer
    if renderer.isWriting { renderer.write("</div>") }
    renderer.closeRow(row)
  }
}

/// The vertical alignment of views in a horizontal stack.
public enum VerticalAlignment: Sendable {
  /// Aligns views at their top edges.
  case top
  /// Aligns views at their centers.
  case center
  /// Aligns views at their bottom edges.
  case bottom
  /// Aligns views at the baseline of their first line of text.
  case firstTextBaseline
}

/// The horizontal alignment of views in a vertical stack.
public enum HorizontalAlignment: Sendable {
  /// Aligns views at their leading edges.
  case leading
  /// Aligns views at their centers.
  case center
  /// Aligns views at their trailing edges.
  case trailing
}

/// A stack of overlapping views, with the last one in front.
public struct ZStack<Content: View>: _PrimitiveView {
  @usableFromInline let alignment: Alignment
  @usableFromInline let content: Content

  /// Creates a stack of the views that `content` returns, with the last one in front.
  @inlinable
  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.content = content()
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let row = renderer.openRow()
    let outer = renderer.surrounding
    if renderer.isWriting {
      renderer.open("<div", class: "zstack")
      switch view.alignment.horizontal {
      case .leading: renderer.write(" data-inline=\"start\"")
      case .center: break
      case .trailing: renderer.write(" data-inline=\"end\"")
      }
      switch view.alignment.vertical {
      case .top, .firstTextBaseline: renderer.write(" data-block=\"start\"")
      case .center: break
      case .bottom: renderer.write(" data-block=\"end\"")
      }
      renderer.write(">")
    }
    renderer.surrounding = .block
    Content._render(view.content, &renderer)
    renderer.surrounding = outer
    if renderer.isWriting { renderer.write("</div>") }
    renderer.closeRow(row)
  }
}

/// The alignment of overlapping views.
public struct Alignment: Hashable, Sendable {
  /// The horizontal alignment.
  public var horizontal: HorizontalAlignment
  /// The vertical alignment.
  public var vertical: VerticalAlignment

  /// Creates an alignment from its horizontal and vertical parts.
  public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Aligns views at the center.
  public static let center = Alignment(horizontal: .center, vertical: .center)
  /// Aligns views at the leading edge, and centers them vertically.
  public static let leading = Alignment(horizontal: .leading, vertical: .center)
  /// Aligns views at the trailing edge, and centers them vertically.
  public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
  /// Aligns views at the top edge, and centers them horizontally.
  public static let top = Alignment(horizontal: .center, vertical: .top)
  /// Aligns views at the bottom edge, and centers them horizontally.
  public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
  /// Aligns views at the top and leading edges.
  public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
  /// Aligns views at the top and trailing edges.
  public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
  /// Aligns views at the bottom and leading edges.
  public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
  /// Aligns views at the bottom and trailing edges.
  public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
}
