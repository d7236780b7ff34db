public import CairnFeatures
public import CairnReducers
public import CairnViews

extension View {
  /// Presents an alert that is part of a feature's state.
  ///
  /// ```swift
  /// .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
  /// ```
  @inlinable
  public consuming func alert<Action>(
    _ item: Binding<Store<AlertState<Action>, Action>?>
  ) -> some View {
    Modified(
      self,
      _AlertModifier(
        .alert, item, title: { $0.title.string },
        actions: { DialogButtons(buttons: $0.buttons, store: $0) },
        message: { DialogMessage(message: $0.message) }))
  }

  /// Presents a confirmation dialog that is part of a feature's state.
  ///
  /// ```swift
  /// .confirmationDialog($store.scope(state: \.destination?.dialog, action: \.destination.dialog))
  /// ```
  @inlinable
  public consuming func confirmationDialog<Action>(
    _ item: Binding<Store<ConfirmationDialogState<Action>, Action>?>
  ) -> some View {
    Modified(
      self,
      _AlertModifier(
        .confirmation, item,
        title: { $0.titleVisibility == .hidden ? "" : $0.title.string },
        actions: { DialogButtons(buttons: $0.buttons, store: $0) },
        message: { DialogMessage(message: $0.message) }))
  }
}

/// The buttons of an alert or a dialog, each of which sends its action if it has one.
@usableFromInline
struct DialogButtons<DialogState, Action>: View {
  @usableFromInline let buttons: [ButtonState<Action>]
  @usableFromInline let store: Store<DialogState, Action>

  @inlinable
  init(buttons: [ButtonState<Action>], store: Store<DialogState, Action>) {
    self.buttons = buttons
    self.store = store
  }

  @usableFromInline var body: some View {
    ForEach(Array(buttons.enumerated()), id: \.offset) { _, button in
      Button(button.label.string, role: button.role.map(ButtonRole.init)) {
        if let action = button.action { store.send(action) }
      }
    }
  }
}
