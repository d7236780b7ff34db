public import CustomDump

/// A confirmation dialog, which offers choices about one thing.
///
/// ```swift
/// ConfirmationDialogState {
///   TextState("Leave without saving?")
/// } actions: {
///   ButtonState(role: .destructive, action: .discard) { TextState("Discard") }
///   ButtonState(action: .save) { TextState("Save") }
/// }
/// ```
/// The dialog is dismissed after a tap on any of its buttons, unless the parent presents another dialog in
/// response.
public struct ConfirmationDialogState<Action>: _EphemeralState, DialogState {
  /// The visibility of the title.
  public enum Visibility: Hashable, Sendable, Codable {
    /// The default visibility.
    case automatic
    /// The title is hidden.
    case hidden
    /// The title is shown.
    case visible
  }

  /// The title of the dialog.
  public var title: TextState
  /// Whether the title is shown.
  public var titleVisibility: Visibility
  /// The text below the title.
  public var message: TextState?
  /// The buttons, in the order of their declaration.
  public var buttons: [ButtonState<Action>]
  package let instance: DialogInstance

  private enum CodingKeys: CodingKey { case title, titleVisibility, message, buttons, instance }

  /// Creates a confirmation dialog.
  /// - Parameters:
  ///   - titleVisibility: Whether the title is shown.
  ///   - title: Returns the title.
  ///   - actions: The buttons.
  ///   - message: Returns the text below the title.
  public init(
    titleVisibility: Visibility = .automatic,
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.titleVisibility = titleVisibility
    self.title = title()
    buttons = actions()
    self.message = message?()
    instance = DialogInstance()
  }
}

extension ConfirmationDialogState: Equatable where Action: Equatable {}
extension ConfirmationDialogState: Hashable where Action: Hashable {}
extension ConfirmationDialogState: Sendable where Action: Sendable {}

extension ConfirmationDialogState: Decodable where Action: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    title = try container.decode(TextState.self, forKey: .title)
    titleVisibility = try container.decode(Visibility.self, forKey: .titleVisibility)
    message = try container.decodeIfPresent(TextState.self, forKey: .message)
    buttons = try container.decode([ButtonState<Action>].self, forKey: .buttons)
    instance = try DialogInstance(from: container, forKey: .instance)
  }
}

extension ConfirmationDialogState: Encodable where Action: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(title, forKey: .title)
    try container.encode(titleVisibility, forKey: .titleVisibility)
    try container.encodeIfPresent(message, forKey: .message)
    try container.encode(buttons, forKey: .buttons)
    try instance.encode(to: &container, forKey: .instance, of: encoder)
  }
}

extension ConfirmationDialogState: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    Mirror(
      self,
      children: [
        "title": title, "titleVisibility": titleVisibility, "buttons": buttons,
        "message": message as Any,
      ], displayStyle: .struct)
  }
}

extension ConfirmationDialogState {
  /// Returns this dialog with transformed actions.
  /// - Parameter transform: Converts the action of a button.
  public func map<Other>(_ transform: (Action?) -> Other?) -> ConfirmationDialogState<Other> {
    let (title, buttons, message) = (title, buttons.map { $0.map(transform) }, message)
    return ConfirmationDialogState<Other>(
      titleVisibility: ConfirmationDialogState<Other>.Visibility(titleVisibility),
      title: { title }, actions: { for button in buttons { button } },
      message: message.map { text in { text } })
  }
}

extension ConfirmationDialogState.Visibility {
  fileprivate init<Other>(_ other: ConfirmationDialogState<Other>.Visibility) {
    self =
      switch other {
      case .automatic: .automatic
      case .hidden: .hidden
      case .visible: .visible
      }
  }
}
