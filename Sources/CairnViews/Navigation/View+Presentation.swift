/// A modifier that presents a layer or screen while an item has a value.
public struct _PresentationModifier<Item, Destination: View>: _PrimitiveModifier {
  @usableFromInline let kind: LayerKind
  @usableFromInline let item: Binding<Item?>
  @usableFromInline let anchor: ((Item) -> UInt64)?
  @usableFromInline let onDismiss: (() -> Void)?
  @usableFromInline let content: (Item) -> Destination

  @inlinable
  package init(
    _ kind: LayerKind, _ item: Binding<Item?>, anchor: ((Item) -> UInt64)? = nil,
    onDismiss: (() -> Void)? = nil, content: @escaping (Item) -> Destination
  ) {
    self.kind = kind
    self.item = item
    self.anchor = anchor
    self.onDismiss = onDismiss
    self.content = content
  }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    let place = renderer.place
    if let item = modifier.item.wrappedValue {
      let outer = renderer.presentItem(modifier, item)
      renderer.place = Place.mix(place, 20)
      Content._render(content, &renderer)
      renderer.state.anchor = outer
    } else {
      renderer.place = Place.mix(place, 20)
      Content._render(content, &renderer)
    }
    renderer.place = place
  }
}

extension Renderer {
  /// Records the presentation of `modifier`, and returns the previous anchor.
  @inlinable
  mutating func presentItem<Item, Destination: View>(
    _ modifier: _PresentationModifier<Item, Destination>, _ item: Item
  ) -> UInt64? {
    let outer = state.anchor
    if let anchor = modifier.anchor { state.anchor = anchor(item) }
    let content = modifier.content
    let binding = modifier.item
    let onDismiss = modifier.onDismiss
    let presentation = Presentation(
      kind: modifier.kind,
      identity: Place.mix(Place.mix(place, 21), PresentationIdentity.of(item)),
      content: { Destination._render(content(item), &$0) },
      dismiss: {
        binding.wrappedValue = nil
        onDismiss?()
      })
    if modifier.kind == .pushed { show(presentation) } else { present(presentation) }
    return outer
  }
}

extension Binding where Value == Bool {
  /// Returns a binding to a presented item without a value.
  @inlinable
  func presence() -> Binding<Void?> {
    Binding<Void?>(
      get: { wrappedValue ? () : nil },
      set: { if $0 == nil { wrappedValue = false } }
    )
  }
}

extension View {
  /// Presents a sheet while `item` has a value.
  /// - Parameters:
  ///   - item: A binding to the item. It's set to `nil` when the sheet is dismissed.
  ///   - onDismiss: Runs after a dismissal by the user.
  ///   - content: Returns the content of the sheet.
  @inlinable
  public consuming func sheet<Item, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> Modified<Self, _PresentationModifier<Item, Content>> {
    Modified(
      self, _PresentationModifier(.sheet, item, onDismiss: onDismiss, content: content))
  }

  /// Presents a sheet while `isPresented` is true.
  /// - Parameters:
  ///   - isPresented: A binding that's set to false when the sheet is dismissed.
  ///   - onDismiss: Runs after a dismissal by the user.
  ///   - content: Returns the content of the sheet.
  @inlinable
  public consuming func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> Modified<Self, _PresentationModifier<Void, Content>> {
    Modified(
      self,
      _PresentationModifier(.sheet, isPresented.presence(), onDismiss: onDismiss) { content() })
  }

  /// Presents a popover in the middle of the page while `item` has a value.
  @inlinable
  public consuming func popover<Item, Content: View>(
    item: Binding<Item?>, @ViewBuilder content: @escaping (Item) -> Content
  ) -> Modified<Self, _PresentationModifier<Item, Content>> {
    Modified(self, _PresentationModifier(.popover, item, content: content))
  }

  /// Presents a popover at a view while `item` has a value.
  ///
  /// The anchor is an element of a ``ForEach`` in a list, or the first view with this ID from ``View/id(_:)``. It can
  /// be in the content or in its bar. If there's no such view, or if the popover is over a sheet or cover, it appears
  /// in the middle of the page.
  /// - Parameters:
  ///   - item: A binding to the item. It's set to `nil` when the popover is dismissed.
  ///   - anchor: Returns the ID of the view at which the popover appears.
  ///   - content: Returns the content of the popover.
  // Disfavored, so that `\.source` of a store's state is a key path into the state.
  @_disfavoredOverload
  @inlinable
  public consuming func popover<Item, Anchor: Hashable, Content: View>(
    item: Binding<Item?>, anchor: @escaping (Item) -> Anchor,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> Modified<Self, _PresentationModifier<Item, Content>> {
    Modified(
      self,
      _PresentationModifier(
        .popover, item, anchor: { StableHash.of(anchor($0)) }, content: content))
  }

  /// Presents a popover in the middle of the page while `isPresented` is true.
  @inlinable
  public consuming func popover<Content: View>(
    isPresented: Binding<Bool>, @ViewBuilder content: @escaping () -> Content
  ) -> Modified<Self, _PresentationModifier<Void, Content>> {
    Modified(self, _PresentationModifier(.popover, isPresented.presence()) { content() })
  }

  /// Presents a popover at the view with the ID `anchor` while `isPresented` is true.
  @inlinable
  public consuming func popover<Anchor: Hashable, Content: View>(
    isPresented: Binding<Bool>, anchor: Anchor, @ViewBuilder content: @escaping () -> Content
  ) -> Modified<Self, _PresentationModifier<Void, Content>> {
    let anchor = StableHash.of(anchor)
    return Modified(
      self,
      _PresentationModifier(.popover, isPresented.presence(), anchor: { anchor }) { content() })
  }

  /// Presents a view that covers the whole page while `item` has a value.
  /// - Parameters:
  ///   - item: A binding to the item. It's set to `nil` when the view is dismissed.
  ///   - onDismiss: Runs after a dismissal by the user.
  ///   - content: Returns the content of the view.
  @inlinable
  public consuming func fullScreenCover<Item, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> Modified<Self, _PresentationModifier<Item, Content>> {
    Modified(
      self, _PresentationModifier(.cover, item, onDismiss: onDismiss, content: content))
  }

  /// Presents a view that covers the whole page while `isPresented` is true.
  /// - Parameters:
  ///   - isPresented: A binding that's set to false when the view is dismissed.
  ///   - onDismiss: Runs after a dismissal by the user.
  ///   - content: Returns the content of the view.
  @inlinable
  public consuming func fullScreenCover<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> Modified<Self, _PresentationModifier<Void, Content>> {
    Modified(
      self,
      _PresentationModifier(.cover, isPresented.presence(), onDismiss: onDismiss) { content() })
  }

  /// Shows another screen instead of this one while `item` has a value.
  @inlinable
  public consuming func navigationDestination<Item, Destination: View>(
    item: Binding<Item?>, @ViewBuilder destination: @escaping (Item) -> Destination
  ) -> Modified<Self, _PresentationModifier<Item, Destination>> {
    Modified(self, _PresentationModifier(.pushed, item, content: destination))
  }

  /// Shows another screen instead of this one while `isPresented` is true.
  @inlinable
  public consuming func navigationDestination<Destination: View>(
    isPresented: Binding<Bool>, @ViewBuilder destination: @escaping () -> Destination
  ) -> Modified<Self, _PresentationModifier<Void, Destination>> {
    Modified(self, _PresentationModifier(.pushed, isPresented.presence()) { destination() })
  }
}
