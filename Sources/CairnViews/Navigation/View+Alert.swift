/// An alert or confirmation dialog that a view presents while an item is there.
public struct _AlertModifier<Item, Actions: View, Message: View>: _PrimitiveModifier {
  @usableFromInline let kind: LayerKind
  @usableFromInline let item: Binding<Item?>
  @usableFromInline let title: (Item) -> String
  @usableFromInline let actions: (Item) -> Actions
  @usableFromInline let message: (Item) -> Message

  /// `kind` is `.alert` or `.confirmation`.
  ///
  /// A button runs its action; then the item is set to nil, if it is still the one whose button
  /// it was.
  @inlinable
  package init(
    _ kind: LayerKind, _ item: Binding<Item?>, title: @escaping (Item) -> String,
    actions: @escaping (Item) -> Actions, message: @escaping (Item) -> Message
  ) {
    self.kind = kind
    self.item = item
    self.title = title
    self.actions = actions
    self.message = message
  }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    let place = renderer.place
    if let item = modifier.item.wrappedValue { modifier.present(item, &renderer) }
    renderer.place = Place.mix(place, 23)
    Content._render(content, &renderer)
    renderer.place = place
  }

  @usableFromInline
  func present(_ item: Item, _ renderer: inout Renderer) {
    let identity = PresentationIdentity.of(item)
    let hasMessage = Message.self != EmptyView.self
    renderer.present(
      Presentation(
        kind: kind,
        identity: Place.mix(Place.mix(renderer.place, 22), identity),
        title: title(item),
        content: { Actions._render(actions(item), &$0) },
        message: hasMessage ? { Message._render(message(item), &$0) } : nil,
        dismiss: { [binding = self.item] in
          guard let current = binding.wrappedValue,
            PresentationIdentity.of(current) == identity
          else { return }
          binding.wrappedValue = nil
        }))
  }
}

extension View {
  /// Presents an alert while `isPresented`; without buttons it has an OK.
  @inlinable
  public consuming func alert<Actions: View>(
    _ title: String, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> Actions
  ) -> Modified<Self, _AlertModifier<Void, Actions, EmptyView>> {
    Modified(
      self,
      _AlertModifier(
        .alert, isPresented.presence(), title: { title }, actions: { actions() },
        message: { EmptyView() }))
  }

  /// Presents an alert with a message while `isPresented`; without buttons it has an OK.
  @inlinable
  public consuming func alert<Actions: View, Message: View>(
    _ title: String, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> Actions,
    @ViewBuilder message: @escaping () -> Message
  ) -> Modified<Self, _AlertModifier<Void, Actions, Message>> {
    Modified(
      self,
      _AlertModifier(
        .alert, isPresented.presence(), title: { title }, actions: { actions() },
        message: { message() }))
  }

  /// Presents an alert about `item` while it has a value.
  @inlinable
  public consuming func alert<Item, Actions: View, Message: View>(
    item: Binding<Item?>, title: @escaping (Item) -> String,
    @ViewBuilder actions: @escaping (Item) -> Actions,
    @ViewBuilder message: @escaping (Item) -> Message
  ) -> Modified<Self, _AlertModifier<Item, Actions, Message>> {
    Modified(
      self, _AlertModifier(.alert, item, title: title, actions: actions, message: message))
  }

  /// Presents a choice of actions while `isPresented`; without a button to cancel it gets one.
  @inlinable
  public consuming func confirmationDialog<Actions: View>(
    _ title: String, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> Actions
  ) -> Modified<Self, _AlertModifier<Void, Actions, EmptyView>> {
    Modified(
      self,
      _AlertModifier(
        .confirmation, isPresented.presence(), title: { title }, actions: { actions() },
        message: { EmptyView() }))
  }

  /// Presents a choice of actions with a message while `isPresented`.
  @inlinable
  public consuming func confirmationDialog<Actions: View, Message: View>(
    _ title: String, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> Actions,
    @ViewBuilder message: @escaping () -> Message
  ) -> Modified<Self, _AlertModifier<Void, Actions, Message>> {
    Modified(
      self,
      _AlertModifier(
        .confirmation, isPresented.presence(), title: { title }, actions: { actions() },
        message: { message() }))
  }

  /// Presents a choice of actions on `item` while it has a value.
  @inlinable
  public consuming func confirmationDialog<Item, Actions: View, Message: View>(
    item: Binding<Item?>, title: @escaping (Item) -> String,
    @ViewBuilder actions: @escaping (Item) -> Actions,
    @ViewBuilder message: @escaping (Item) -> Message
  ) -> Modified<Self, _AlertModifier<Item, Actions, Message>> {
    Modified(
      self,
      _AlertModifier(.confirmation, item, title: title, actions: actions, message: message))
  }
}
