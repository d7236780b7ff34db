/// The space between the views of a stack.
@usableFromInline
struct StackSpacing {
  /// A step of the style sheet's scale of spaces, or 255 for the style sheet's own choice.
  @usableFromInline let step: UInt8

  @inlinable
  init(_ length: Double?) {
    step = length.map { _PaddingModifier.step(of: $0) } ?? .max
  }

  /// Leaves the class for the element of the stack.
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
