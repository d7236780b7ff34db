public import CairnFeatures

extension View {
  /// Presents an alert that a state keeps: a model's, or that of an enum of destinations.
  ///
  /// ```swift
  /// .alert(model.$alert) { action in model.alertTapped(action) }
  /// .alert($store.scope(\.$destination, action: \.destination).alert) { action in … }
  /// ```
  /// - Parameters:
  ///   - item: The alert, of a writable property or a case of an enum.
  ///   - action: Is told which button was tapped: its action, nil for one that has none. Then the alert
  ///     goes, if it is still the same.
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

  /// Presents a confirmation dialog that a state keeps: a model's, or that of an enum of destinations.
  /// - Parameters:
  ///   - item: The dialog, of a writable property or a case of an enum.
  ///   - action: Is told which button was tapped: its action, nil for one that has none. Then the dialog
  ///     goes, if it is still the same.
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

/// A dialog as it is shown: another one, however alike, is not dismissed for it.
private struct ShownDialog<State: DialogState>: PresentationIdentifiable {
  let state: State

  var presentationIdentity: UInt64 { PresentationIdentity.of(dialog: state) }
}

extension Binding {
  /// The dialog, as the view that is evaluated now shows it.
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
