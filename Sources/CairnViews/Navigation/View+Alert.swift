/// A modifier that presents an alert or confirmation dialog while an item has a value.
public struct _AlertModifier<Item, Actions: View, Message: View>: _PrimitiveModifier {
  @usableFromInline let kind: LayerKind
  @usableFromInline let item: Binding<Item?>
  @usableFromInline let title: (Item) -> String
  @usableFromInline let actions: (Item) -> Actions
  @usableFromInline let message: (Item) -> Message

  /// Creates a modifier for an alert or confirmation dialog.
  ///
  /// After a button's action, the item is set to `nil`, unless it has been replaced by another item.
  /// - Parameters:
  ///   - kind: `.alert` or `.confirmation`.
  ///   - item: The item that's presented.
  ///   - title: Returns the title.
  ///   - actions: Returns the buttons.
  ///   - message: Returns the message.
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
  /// Presents an alert while `isPresented` is true. If it has no buttons, an OK button is added.
  @inlinable
  public consuming func alert<Actions: View>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping () -> Actions
  ) -> Modified<Self, _AlertModifier<Void, Actions, EmptyView>> {
    alert(title.string, isPresented: isPresented, actions: actions)
  }

  /// Presents an alert while `isPresented` is true. If it has no buttons, an OK button is added.
  @inlinable
  @_disfavoredOverload
  public consuming func alert<Actions: View>(
    _ title: some StringProtocol, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping () -> Actions
  ) -> Modified<Self, _AlertModifier<Void, Actions, EmptyView>> {
    let title = String(title)
    return Modified(
      self,
      _AlertModifier(
        .alert, isPresented.presence(), title: { title }, actions: { actions() },
        message: { EmptyView() }))
  }

  /// Presents an alert with a message while `isPresented` is true. If it has no buttons, an OK button is added.
  @inlinable
  public consuming func alert<Actions: View, Message: View>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping () -> Actions, @ViewBuilder message: @escaping () -> Message
  ) -> Modified<Self, _AlertModifier<Void, Actions, Message>> {
    alert(title.string, isPresented: isPresented, actions: actions, message: message)
  }

  /// Presents an alert with a message while `isPresented` is true. If it has no buttons, an OK button is added.
  @inlinable
  @_disfavoredOverload
  public consuming func alert<Actions: View, Message: View>(
    _ title: some StringProtocol, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping () -> Actions, @ViewBuilder message: @escaping () -> Message
  ) -> Modified<Self, _AlertModifier<Void, Actions, Message>> {
    let title = String(title)
    return Modified(
      self,
      _AlertModifier(
        .alert, isPresented.presence(), title: { title }, actions: { actions() },
        message: { message() }))
  }

  /// Presents an alert while `item` has a value.
  /// - Parameters:
  ///   - item: A binding to the item. It's set to `nil` when the alert is dismissed.
  ///   - title: Returns the title.
  ///   - actions: Returns the buttons. Without buttons, an OK button is added.
  ///   - message: Returns the message.
  @inlinable
  public consuming func alert<Item, Actions: View, Message: View>(
    item: Binding<Item?>, title: @escaping (Item) -> String,
    @ViewBuilder actions: @escaping (Item) -> Actions,
    @ViewBuilder message: @escaping (Item) -> Message
  ) -> Modified<Self, _AlertModifier<Item, Actions, Message>> {
    Modified(
      self, _AlertModifier(.alert, item, title: title, actions: actions, message: message))
  }

  /// Presents a confirmation dialog while `isPresented` is true. If it has no Cancel button, one is added.
  @inlinable
  public consuming func confirmationDialog<Actions: View>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping () -> Actions
  ) -> Modified<Self, _AlertModifier<Void, Actions, EmptyView>> {
    confirmationDialog(title.string, isPresented: isPresented, actions: actions)
  }

  /// Presents a confirmation dialog while `isPresented` is true. If it has no Cancel button, one is added.
  @inlinable
  @_disfavoredOverload
  public consuming func confirmationDialog<Actions: View>(
    _ title: some StringProtocol, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping () -> Actions
  ) -> Modified<Self, _AlertModifier<Void, Actions, EmptyView>> {
    let title = String(title)
    return Modified(
      self,
      _AlertModifier(
        .confirmation, isPresented.presence(), title: { title }, actions: { actions() },
        message: { EmptyView() }))
  }

  /// Presents a confirmation dialog with a message while `isPresented` is true. If it has no Cancel button, one is
  /// added.
  @inlinable
  public consuming func confirmationDialog<Actions: View, Message: View>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping () -> Actions, @ViewBuilder message: @escaping () -> Message
  ) -> Modified<Self, _AlertModifier<Void, Actions, Message>> {
    confirmationDialog(title.string, isPresented: isPresented, actions: actions, message: message)
  }

  /// Presents a confirmation dialog with a message while `isPresented` is true. If it has no Cancel button, one is
  /// added.
  @inlinable
  @_disfavoredOverload
  public consuming func confirmationDialog<Actions: View, Message: View>(
    _ title: some StringProtocol, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping () -> Actions, @ViewBuilder message: @escaping () -> Message
  ) -> Modified<Self, _AlertModifier<Void, Actions, Message>> {
    let title = String(title)
    return Modified(
      self,
      _AlertModifier(
        .confirmation, isPresented.presence(), title: { title }, actions: { actions() },
        message: { message() }))
  }

  /// Presents a confirmation dialog while `item` has a value.
  /// - Parameters:
  ///   - item: A binding to the item. It's set to `nil` when the dialog is dismissed.
  ///   - title: Returns the title.
  ///   - actions: Returns the buttons. Without a Cancel button, one is added.
  ///   - message: Returns the message.
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
