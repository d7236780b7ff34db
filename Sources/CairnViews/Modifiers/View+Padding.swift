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

  /// Returns the step of the sum of this padding and another one.
  func step(after other: UInt8) -> UInt8 {
    guard other > 0 else { return step }
    let lengths: [Double] = [0, 4, 8, 12, 16, 24, 32, 48]
    return Self.step(of: lengths[Int(step)] + lengths[Int(min(other, 7))])
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
      let name: StaticString =
        switch edge {
        case .top: " pad-top-"
        case .leading: " pad-leading-"
        case .bottom: " pad-bottom-"
        case .trailing: " pad-trailing-"
        }
      // The sum is another class. In the style sheet, the class with the largest step of an edge applies.
      let step = padding.step(after: classes.lastStep(of: name))
      classes.append(name: name)
      classes.append(byte: 0x30 &+ step)
    }
  }
}

extension ByteBuffer {
  /// Returns the step in the last class that begins with a name, or 0 if there is no such class.
  fileprivate func lastStep(of name: StaticString) -> UInt8 {
    var (step, position) = (UInt8(0), 0)
    while let next = end(of: name, from: position), next < count {
      let digit = bytes[next]
      if (0x30...0x37).contains(digit) { step = digit &- 0x30 }
      position = next
    }
    return step
  }
}

extension View {
  /// Adds space inside the edges of the next element that the view writes.
  ///
  /// Several paddings of an edge add up to at most 48 pixels. Their sum is rounded to the scale too.
  ///
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
