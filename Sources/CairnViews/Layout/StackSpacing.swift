/// The space between the views of a stack.
@usableFromInline
struct StackSpacing {
  /// A step of the style sheet's spacing scale, or 255 for the style sheet's default.
  @usableFromInline let step: UInt8

  @inlinable
  init(_ length: Double?) {
    step = length.map { _PaddingModifier.step(of: $0) } ?? .max
  }

  /// Adds the spacing class to the next element, which is the stack.
  @inlinable
  func pend(_ renderer: inout Renderer) {
    if step != .max { renderer.pend(gap: step) }
  }
}

extension Renderer {
  @usableFromInline
  mutating func pend(gap step: UInt8) {
    classes.append(" gap-")
    classes.append(byte: 0x30 &+ step)
  }
}
