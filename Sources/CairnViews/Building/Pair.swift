/// Two consecutive views.
public struct Pair<Left: View, Right: View>: _PrimitiveView {
  @usableFromInline let left: Left
  @usableFromInline let right: Right

  @inlinable
  init(_ left: consuming Left, _ right: consuming Right) {
    self.left = left
    self.right = right
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let place = renderer.place
    renderer.place = Place.mix(place, 1)
    Left._render(view.left, &renderer)
    renderer.place = Place.mix(place, 2)
    Right._render(view.right, &renderer)
    renderer.place = place
  }

  @inlinable
  public static var _containsSections: Bool {
    Left._containsSections || Right._containsSections
  }
}
