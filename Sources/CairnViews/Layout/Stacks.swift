/// Views side by side.
public struct HStack<Content: View>: _PrimitiveView {
  @usableFromInline let alignment: VerticalAlignment
  @usableFromInline let spacing: StackSpacing
  @usableFromInline let content: Content

  /// Puts what `content` builds side by side.
  /// - Parameters:
  ///   - alignment: The vertical alignment of the views.
  ///   - spacing: The space between the views in pixels, rounded to a step of the style sheet's scale: 0, 4,
  ///     8, 12, 16, 24, 32, or 48. If `nil`, the style sheet chooses it.
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

/// Views one above the other.
public struct VStack<Content: View>: _PrimitiveView {
  @usableFromInline let alignment: HorizontalAlignment
  @usableFromInline let spacing: StackSpacing
  @usableFromInline let content: Content

  /// Puts what `content` builds one above the other.
  /// - Parameters:
  ///   - alignment: The horizontal alignment of the views.
  ///   - spacing: The space between the views in pixels, rounded to a step of the style sheet's scale: 0, 4,
  ///     8, 12, 16, 24, 32, or 48. If `nil`, the style sheet chooses it.
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

/// How views side by side are aligned.
public enum VerticalAlignment: Sendable { case top, center, bottom, firstTextBaseline }

/// How views one above the other are aligned.
public enum HorizontalAlignment: Sendable { case leading, center, trailing }

/// Views in front of each other, the last one frontmost.
public struct ZStack<Content: View>: _PrimitiveView {
  @usableFromInline let alignment: Alignment
  @usableFromInline let content: Content

  /// Puts what `content` builds in front of each other.
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

/// How views in front of each other are aligned.
public struct Alignment: Hashable, Sendable {
  public var horizontal: HorizontalAlignment
  public var vertical: VerticalAlignment

  public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  public static let center = Alignment(horizontal: .center, vertical: .center)
  public static let leading = Alignment(horizontal: .leading, vertical: .center)
  public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
  public static let top = Alignment(horizontal: .center, vertical: .top)
  public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
  public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
  public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
  public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
  public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
}
