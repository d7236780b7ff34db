public import CustomDump

/// An alert: a title, a message, and buttons that send actions.
///
/// ```swift
/// AlertState {
///   TextState("Delete “\(item.name)”?")
/// } actions: {
///   ButtonState(role: .destructive, action: .confirmDeletion(id: item.id)) { TextState("Delete") }
///   ButtonState(role: .cancel) { TextState("Cancel") }
/// } message: {
///   TextState("This can not be undone.")
/// }
/// ```
/// It goes away after any of its buttons, unless the parent presents another alert in that turn. Without
/// buttons it has one that dismisses it.
public struct AlertState<Action>: _EphemeralState, DialogState {
  /// What the alert says first.
  public var title: TextState
  /// What it says below the title.
  public var message: TextState?
  /// The buttons, in the order of their declaration.
  public var buttons: [ButtonState<Action>]
  let instance = DialogInstance()

  private enum CodingKeys: CodingKey { case title, message, buttons }

  /// An alert of its parts.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.title = title()
    buttons = actions()
    self.message = message?()
  }
}

extension AlertState: Equatable where Action: Equatable {}
extension AlertState: Hashable where Action: Hashable {}
extension AlertState: Sendable where Action: Sendable {}
extension AlertState: Decodable where Action: Decodable {}
extension AlertState: Encodable where Action: Encodable {}

extension AlertState: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    Mirror(
      self, children: ["title": title, "buttons": buttons, "message": message as Any],
      displayStyle: .struct)
  }
}
