/// One of two views, as a view builder creates it for `if` with `else` and for `switch`.
public enum Conditional<First: View, Second: View>: _PrimitiveView {
  /// The view of the first branch.
  case first(First)
  /// The view of the second branch.
  case second(Second)

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let place = renderer.place
    let start = renderer.beginBranch()
    switch view {
    case .first(let first):
      renderer.place = Place.mix(place, 3)
      First._render(first, &renderer)
    case .second(let second):
      renderer.place = Place.mix(place, 4)
      Second._render(second, &renderer)
    }
    renderer.place = place
    renderer.endBranch(place, start)
  }

  @inlinable
  public static var _containsSections: Bool {
    First._containsSections || Second._containsSections
  }

  public static func _root(of view: Self) -> (any _SceneRoot)? {
    switch view {
    case .first(let first): First._root(of: first)
    case .second(let second): Second._root(of: second)
    }
  }
}

/// A view that may be absent, as a view builder creates it for `if` without `else`.
extension Optional: View where Wrapped: View {
  public var body: Never {
    // The renderer doesn't call the body of a primitive, and an optional has its own `_render`.
    return preconditionFailure("An optional view is a primitive view and has no 'body'")
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    if let view { Wrapped._render(view, &renderer) }
  }

  @inlinable
  public static var _containsSections: Bool { Wrapped._containsSections }

  public static func _root(of view: Self) -> (any _SceneRoot)? {
    view.flatMap { Wrapped._root(of: $0) }
  }
}
