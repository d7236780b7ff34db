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
    let classes = renderer.classes.count
    let attributes = renderer.attributes.count
    let id = StableHash.of(modifier.id)
    renderer.place = Place.mix(Place.mix(place, 24), id)
    if renderer.isWriting {
      renderer.pendAnchor(id)
      renderer.writtenMask |= Renderer.bits(of: id)
    }
    Content._render(content, &renderer)
    renderer.dropPending(classes, attributes)
    renderer.place = place
  }
}

extension Renderer {
  /// Makes the next element the one at which a popover stands, where that is sought by `id`.
  @usableFromInline
  mutating func pendAnchor(_ id: UInt64) {
    guard takeAnchor(id) else { return }
    classes.append(byte: 0x20)
    classes.append(name: "anchor")
  }

  /// Whether a popover stands at what has the id: at the first such thing, and at no other.
  mutating func takeAnchor(_ id: UInt64) -> Bool {
    guard state.anchor == id else { return false }
    state.anchor = nil
    return true
  }

  /// Whether a popover stands at the row that begins here, whose element has the id, or a confirmation dialog whose
  /// button is in it.
  mutating func takeAnchorRow(_ id: UInt64?) -> Bool {
    if state.anchorRow != 0, state.anchorRow == place {
      state.anchorRow = 0
      return true
    }
    return id.map { takeAnchor($0) } ?? false
  }
}

extension View {
  /// Ties the ids of controls inside to `id`: with another id they are other controls. A popover can
  /// stand at the view by its id.
  @inlinable
  public consuming func id<ID: Hashable>(_ id: ID) -> Modified<Self, _IDModifier<ID>> {
    Modified(self, _IDModifier(id))
  }
}
