/// A grid of views that all have the same width, such as cards.
///
/// ```swift
/// LazyVGrid(columns: [GridItem(.adaptive(minimum: 160))]) {
///   ForEach(store.photos) { PhotoView(photo: $0) }
/// }
/// ```
///
/// The views fill one line after another. In a narrow window, an adaptive grid has fewer columns. The whole grid is
/// part of the page, so it isn't lazy.
public struct LazyVGrid<Content: View>: _PrimitiveView {
  @usableFromInline let columns: GridColumns
  @usableFromInline let spacing: StackSpacing
  @usableFromInline let content: Content

  /// Creates a grid.
  /// - Parameters:
  ///   - columns: The columns. If the first one is adaptive, the grid has as many columns as fit. Otherwise, it has a
  ///     column for each item, at most 6.
  ///   - spacing: The space between the views in pixels, or `nil` for the style sheet's default. It's rounded to a
  ///     step of the style sheet's scale, which is 0, 4, 8, 12, 16, 24, 32, or 48.
  ///   - content: The views.
  @inlinable
  public init(columns: [GridItem], spacing: Double? = nil, @ViewBuilder content: () -> Content) {
    self.columns = GridColumns(columns)
    self.spacing = StackSpacing(spacing)
    self.content = content()
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let row = renderer.openRow()
    let outer = renderer.surrounding
    if renderer.isWriting {
      view.columns.pend(&renderer)
      view.spacing.pend(&renderer)
      renderer.open("<div", class: "cells")
      renderer.write(">")
      renderer.endTag()
    }
    renderer.surrounding = .block
    Content._render(view.content, &renderer)
    renderer.surrounding = outer
    if renderer.isWriting { renderer.write("</div>") }
    renderer.closeRow(row)
  }
}

/// A column of a ``LazyVGrid``.
public struct GridItem: Hashable, Sendable {
  /// The width of a column.
  public enum Size: Hashable, Sendable {
    /// As many columns of equal width as fit.
    ///
    /// The minimum width is a length in pixels. It's rounded to 96, 128, 160, 192, 224, 256, 320, or 384, and grows
    /// with the size of the text.
    case adaptive(minimum: Double)
    /// A column that's as wide as the other ones.
    case flexible
  }

  /// The width of the column.
  public var size: Size

  /// Creates a column.
  /// - Parameter size: The width of the column.
  public init(_ size: Size = .flexible) { self.size = size }
}

/// The columns of a grid, as a class in the style sheet.
@usableFromInline
struct GridColumns {
  private let isAdaptive: Bool
  /// The number of columns, or a step of the scale of widths.
  private let number: UInt8

  @usableFromInline
  init(_ items: [GridItem]) {
    if case .adaptive(let minimum) = items.first?.size {
      isAdaptive = true
      // These values are halfway between the widths.
      number = UInt8([112, 144, 176, 208, 240, 288, 352].count { minimum >= $0 })
    } else {
      isAdaptive = false
      number = UInt8(min(max(items.count, 1), 6))
    }
  }

  /// Adds the class to the next element, which is the grid.
  @usableFromInline
  func pend(_ renderer: inout Renderer) {
    renderer.classes.append(isAdaptive ? " min-" : " columns-")
    renderer.classes.append(byte: 0x30 &+ number)
  }
}
