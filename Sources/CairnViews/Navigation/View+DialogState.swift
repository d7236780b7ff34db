public import CairnFeatures

extension View {
  /// Presents an alert from a model's property, or from a case of an enum of destinations.
  ///
  /// ```swift
  /// .alert(model.$alert) { action in model.alertTapped(action) }
  /// .alert($store.scope(\.$destination, action: \.destination).alert) { action in … }
  /// ```
  /// - Parameters:
  ///   - item: A binding to the alert's state.
  ///   - action: Receives the action of the tapped button, or `nil` if the button has no action. Afterward, the alert
  ///     is dismissed, unless it has been replaced by another alert.
  public consuming func alert<Action>(
    _ item: Binding<AlertState<Action>?>, action: @escaping (Action?) -> Void = { _ in }
  ) -> some View {
    Modified(
      self,
      _AlertModifier(
        .alert, item.shown(), title: { $0.state.title.string },
        actions: { DialogStateButtons(buttons: $0.state.buttons, action: action) },
        message: { DialogMessage(message: $0.state.message) }))
  }

  /// Presents a confirmation dialog from a model's property, or from a case of an enum of destinations.
  /// - Parameters:
  ///   - item: A binding to the dialog's state.
  ///   - action: Receives the action of the tapped button, or `nil` if the button has no action. Afterward, the
  ///     dialog is dismissed, unless it has been replaced by another dialog.
  public consuming func confirmationDialog<Action>(
    _ item: Binding<ConfirmationDialogState<Action>?>,
    action: @escaping (Action?) -> Void = { _ in }
  ) -> some View {
    Modified(
      self,
      _AlertModifier(
        .confirmation, item.shown(),
        title: { $0.state.titleVisibility == .hidden ? "" : $0.state.title.string },
        actions: { DialogStateButtons(buttons: $0.state.buttons, action: action) },
        message: { DialogMessage(message: $0.state.message) }))
  }
}

/// A presented dialog. Each instance has its own identity, so that a dialog isn't dismissed instead of an equal one.
private struct ShownDialog<State: DialogState>: PresentationIdentifiable {
  let state: State

  var presentationIdentity: UInt64 { PresentationIdentity.of(dialog: state) }
}

extension Binding {
  /// Returns a binding to the dialog that the current evaluation shows.
  fileprivate func shown<State: DialogState>() -> Binding<ShownDialog<State>?>
  where Value == State? {
    let instance = wrappedValue?.instance.number
    return Binding<ShownDialog<State>?>(
      get: { wrappedValue.map { ShownDialog(state: $0) } },
      set: { value in
        if value == nil, wrappedValue?.instance.number == instance { wrappedValue = nil }
      })
  }
}

private struct DialogStateButtons<Action>: View {
  let buttons: [ButtonState<Action>]
  let action: (Action?) -> Void

  var body: some View {
    ForEach(Array(buttons.enumerated()), id: \.offset) { _, button in
      Button(button.label.string, role: button.role.map(ButtonRole.init)) { action(button.action) }
    }
  }
}
