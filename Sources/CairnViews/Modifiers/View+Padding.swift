/// An edge of a view.
public enum Edge: UInt8, Sendable, CaseIterable {
  case top, leading, bottom, trailing

  /// Some of the edges.
  public struct Set: OptionSet, Sendable {
    public let rawValue: UInt8

    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// One edge.
    @inlinable
    public init(_ edge: Edge) { rawValue = 1 << edge.rawValue }

    public static let top = Set(.top)
    public static let leading = Set(.leading)
    public static let bottom = Set(.bottom)
    public static let trailing = Set(.trailing)
    public static let horizontal: Set = [.leading, .trailing]
    public static let vertical: Set = [.top, .bottom]
    public static let all: Set = [.horizontal, .vertical]
  }
}

/// Space inside of the edges of the next element.
public struct _PaddingModifier: _PrimitiveModifier {
  @usableFromInline let edges: Edge.Set
  /// The step of the style sheet's scale of spaces; 0 is none.
  @usableFromInline let step: UInt8

  @usableFromInline
  init(_ edges: Edge.Set, _ length: Double?) {
    self.edges = edges
    step = Self.step(of: length ?? 16)
  }

  /// The step of the scale that is nearest to a length.
  @usableFromInline
  static func step(of length: Double) -> UInt8 {
    // Halfway between 0, 4, 8, 12, 16, 24, 32 and 48 pixels.
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
  /// Leaves the classes for the next element.
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
  /// Adds space inside of the edges of the next element that the view writes.
  ///
  /// The length is in pixels and is rounded to a step of the style sheet's scale: 0, 4, 8, 12, 16, 24,
  /// 32, or 48. Without a length it is 16. The last padding of an edge counts.
  @inlinable
  public consuming func padding(
    _ edges: Edge.Set = .all, _ length: Double? = nil
  ) -> Modified<Self, _PaddingModifier> {
    Modified(self, _PaddingModifier(edges, length))
  }

  /// Adds space inside of all edges of the next element that the view writes.
  ///
  /// The length is in pixels and is rounded to a step of the style sheet's scale: 0, 4, 8, 12, 16, 24,
  /// 32, or 48.
  @inlinable
  public consuming func padding(_ length: Double) -> Modified<Self, _PaddingModifier> {
    Modified(self, _PaddingModifier(.all, length))
  }
}
