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
/// It goes away after any of its buttons. Without buttons it has one that dismisses it.
public struct AlertState<Action>: _EphemeralState {
  public let title: TextState
  public let message: TextState?
  public let buttons: [ButtonState<Action>]

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
