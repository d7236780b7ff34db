public import CustomDump

/// An alert with a title, a message, and buttons that send actions.
///
/// ```swift
/// AlertState {
///   TextState("Delete “\(item.name)”?")
/// } actions: {
///   ButtonState(role: .destructive, action: .confirmDeletion(id: item.id)) { TextState("Delete") }
///   ButtonState(role: .cancel) { TextState("Cancel") }
/// } message: {
///   TextState("This can’t be undone.")
/// }
/// ```
/// The alert is dismissed after a tap on any of its buttons, unless the parent presents another alert in
/// response. An alert without buttons gets a button that dismisses it.
public struct AlertState<Action>: _EphemeralState, DialogState {
  /// The title of the alert.
  public var title: TextState
  /// The text below the title.
  public var message: TextState?
  /// The buttons, in the order of their declaration.
  public var buttons: [ButtonState<Action>]
  package let instance: DialogInstance

  private enum CodingKeys: CodingKey { case title, message, buttons, instance }

  /// Creates an alert.
  /// - Parameters:
  ///   - title: Returns the title.
  ///   - actions: The buttons.
  ///   - message: Returns the text below the title.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.title = title()
    buttons = actions()
    self.message = message?()
    instance = DialogInstance()
  }
}

extension AlertState: Equatable where Action: Equatable {}
extension AlertState: Hashable where Action: Hashable {}
extension AlertState: Sendable where Action: Sendable {}

extension AlertState: Decodable where Action: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    title = try container.decode(TextState.self, forKey: .title)
    message = try container.decodeIfPresent(TextState.self, forKey: .message)
    buttons = try container.decode([ButtonState<Action>].self, forKey: .buttons)
    instance = try DialogInstance(from: container, forKey: .instance)
  }
}

extension AlertState: Encodable where Action: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(title, forKey: .title)
    try container.encodeIfPresent(message, forKey: .message)
    try container.encode(buttons, forKey: .buttons)
    try instance.encode(to: &container, forKey: .instance, of: encoder)
  }
}

extension AlertState: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    Mirror(
      self, children: ["title": title, "buttons": buttons, "message": message as Any],
      displayStyle: .struct)
  }
}

extension AlertState {
  /// Returns this alert with transformed actions.
  /// - Parameter transform: Converts the action of a button.
  public func map<Other>(_ transform: (Action?) -> Other?) -> AlertState<Other> {
    let (title, buttons, message) = (title, buttons.map { $0.map(transform) }, message)
    return AlertState<Other>(
      title: { title }, actions: { for button in buttons { button } },
      message: message.map { text in { text } })
  }
}
