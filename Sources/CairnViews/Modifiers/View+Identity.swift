/// A modifier that sets the identity of a view.
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
  /// Attaches a popover to the next element if the popover's anchor is `id`.
  @usableFromInline
  mutating func pendAnchor(_ id: UInt64) {
    guard takeAnchor(id) else { return }
    classes.append(byte: 0x20)
    classes.append(name: "anchor")
  }

  /// Returns whether a popover is attached to the element with this ID. Only the first such element gets the popover.
  mutating func takeAnchor(_ id: UInt64) -> Bool {
    guard state.anchor == id else { return false }
    state.anchor = nil
    return true
  }

  /// Returns whether a layer is attached to the row that begins here.
  ///
  /// The row either has the ID of a popover's anchor, or contains the button that presented a dialog.
  mutating func takeAnchorRow(_ id: UInt64?) -> Bool {
    if state.anchorRow != 0, state.anchorRow == place {
      state.anchorRow = 0
      return true
    }
    return id.map { takeAnchor($0) } ?? false
  }
}

extension View {
  /// Sets the identity of the view.
  ///
  /// If the ID changes, the controls within the view become different controls. The ID can also be the anchor of a
  /// popover.
  @inlinable
  public consuming func id<ID: Hashable>(_ id: ID) -> Modified<Self, _IDModifier<ID>> {
    Modified(self, _IDModifier(id))
  }
}
