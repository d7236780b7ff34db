/// An edge of a view.
public enum Edge: UInt8, Sendable, CaseIterable {
  /// The top edge.
  case top
  /// The edge where lines of text begin.
  case leading
  /// The bottom edge.
  case bottom
  /// The edge where lines of text end.
  case trailing

  /// A set of edges.
  public struct Set: OptionSet, Sendable {
    /// The edges as bits.
    public let rawValue: UInt8

    /// Creates a set of edges from bits.
    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Creates a set with one edge.
    @inlinable
    public init(_ edge: Edge) { rawValue = 1 << edge.rawValue }

    /// The top edge.
    public static let top = Set(.top)
    /// The leading edge.
    public static let leading = Set(.leading)
    /// The bottom edge.
    public static let bottom = Set(.bottom)
    /// The trailing edge.
    public static let trailing = Set(.trailing)
    /// The leading and trailing edges.
    public static let horizontal: Set = [.leading, .trailing]
    /// The top and bottom edges.
    public static let vertical: Set = [.top, .bottom]
    /// All edges.
    public static let all: Set = [.horizontal, .vertical]
  }
}

/// A modifier that adds space inside the edges of the next element.
public struct _PaddingModifier: _PrimitiveModifier {
  @usableFromInline let edges: Edge.Set
  /// The step of the style sheet's spacing scale, where 0 means no space.
  @usableFromInline let step: UInt8

  @usableFromInline
  init(_ edges: Edge.Set, _ length: Double?) {
    self.edges = edges
    step = Self.step(of: length ?? 16)
  }

  /// Returns the step of the scale that's nearest to a length in pixels.
  @usableFromInline
  static func step(of length: Double) -> UInt8 {
    // These values are halfway between 0, 4, 8, 12, 16, 24, 32, and 48 pixels.
    UInt8([2, 6, 10, 14, 20, 28, 40].count { length >= $0 })
  }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    let classes = renderer.classes.count
    let attributes = renderer.attributes.count
    if renderer.isWriting { renderer.pend(modifier) }
    Content._render(content, &renderer)
    renderer.dropPending(classes, attributes)
  }
}

extension Renderer {
  /// Adds the padding classes to the next element.
  @usableFromInline
  mutating func pend(_ padding: _PaddingModifier) {
    for edge in Edge.allCases where padding.edges.contains(Edge.Set(edge)) {
      switch edge {
      case .top: classes.append(" pad-top-")
      case .leading: classes.append(" pad-leading-")
      case .bottom: classes.append(" pad-bottom-")
      case .trailing: classes.append(" pad-trailing-")
      }
      classes.append(byte: 0x30 &+ padding.step)
    }
  }
}

extension View {
  /// Adds space inside the edges of the next element that the view writes.
  ///
  /// If several paddings set the same edge, the largest one applies.
  /// - Parameters:
  ///   - edges: The edges that get the space.
  ///   - length: The space in pixels, or `nil` for 16. It's rounded to a step of the style sheet's scale, which is 0,
  ///     4, 8, 12, 16, 24, 32, or 48.
  @inlinable
  public consuming func padding(
    _ edges: Edge.Set = .all, _ length: Double? = nil
  ) -> Modified<Self, _PaddingModifier> {
    Modified(self, _PaddingModifier(edges, length))
  }

  /// Adds space inside all edges of the next element that the view writes.
  /// - Parameter length: The space in pixels. It's rounded to a step of the style sheet's scale, which is 0, 4, 8,
  ///   12, 16, 24, 32, or 48.
  @inlinable
  public consuming func padding(_ length: Double) -> Modified<Self, _PaddingModifier> {
    Modified(self, _PaddingModifier(.all, length))
  }
}
