/// An id that stands for the place of the view.
public struct _IDModifier<ID: Hashable>: _PrimitiveModifier {
  @usableFromInline let id: ID

  @inlinable
  init(_ id: ID) { self.id = id }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    let place = renderer.place
    renderer.place = Place.mix(Place.mix(place, 24), StableHash.of(modifier.id))
    Content._render(content, &renderer)
    renderer.place = place
  }
}

extension View {
  /// Ties the ids of controls inside to `id`: with another id they are other controls.
  @inlinable
  public consuming func id<ID: Hashable>(_ id: ID) -> Modified<Self, _IDModifier<ID>> {
    Modified(self, _IDModifier(id))
  }
}
