/// A confirmation dialog: choices about one thing.
///
/// It goes away after any of its buttons.
public struct ConfirmationDialogState<Action>: _EphemeralState {
  /// Whether a title is shown.
  public enum Visibility: Hashable, Sendable, Codable {
    case automatic, hidden, visible
  }

  public let title: TextState
  public let titleVisibility: Visibility
  public let message: TextState?
  public let buttons: [ButtonState<Action>]

  /// A dialog of its parts.
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
  }
}

extension ConfirmationDialogState: Equatable where Action: Equatable {}
extension ConfirmationDialogState: Hashable where Action: Hashable {}
extension ConfirmationDialogState: Sendable where Action: Sendable {}
extension ConfirmationDialogState: Decodable where Action: Decodable {}
extension ConfirmationDialogState: Encodable where Action: Encodable {}
