/// The role of a button, which determines its style and its order.
public enum ButtonStateRole: Hashable, Sendable, Codable {
  /// The button leaves without doing anything.
  case cancel
  /// The button deletes or discards something.
  case destructive
}

/// The effect of a button when the user taps it.
public struct ButtonStateAction<Action> {
  let action: Action?

  /// Sends an action. If the action is `nil`, the button only dismisses.
  public static func send(_ action: Action?) -> Self { Self(action: action) }
}

/// A button of an alert or a confirmation dialog.
public struct ButtonState<Action> {
  /// The role of the button, or `nil` for a regular button.
  public let role: ButtonStateRole?
  /// The action that the button sends, or `nil` if it only dismisses.
  public let action: Action?
  /// The label of the button.
  public let label: TextState

  /// Creates a button that sends an action.
  /// - Parameters:
  ///   - role: The role, or `nil` for a regular button.
  ///   - action: The action, or `nil` if the button only dismisses.
  ///   - label: Returns the label.
  public init(
    role: ButtonStateRole? = nil, action: Action? = nil, label: () -> TextState
  ) {
    self.role = role
    self.action = action
    self.label = label()
  }

  /// Creates a button from a button action, as in `ButtonState(action: .send(.confirm))`.
  /// - Parameters:
  ///   - role: The role, or `nil` for a regular button.
  ///   - action: The effect of the button.
  ///   - label: Returns the label.
  public init(
    role: ButtonStateRole? = nil, action: ButtonStateAction<Action>, label: () -> TextState
  ) {
    self.init(role: role, action: action.action, label: label)
  }

  /// Returns this button with a transformed action.
  /// - Parameter transform: Converts the action.
  public func map<Other>(_ transform: (Action?) -> Other?) -> ButtonState<Other> {
    let label = label
    return ButtonState<Other>(role: role, action: transform(action)) { label }
  }
}

extension ButtonState: Equatable where Action: Equatable {}
extension ButtonState: Hashable where Action: Hashable {}
extension ButtonState: Sendable where Action: Sendable {}
extension ButtonState: Decodable where Action: Decodable {}
extension ButtonState: Encodable where Action: Encodable {}

/// A result builder for the buttons of a dialog.
@resultBuilder
public enum ButtonStateBuilder<Action> {
  /// Builds one button.
  public static func buildExpression(_ button: ButtonState<Action>) -> [ButtonState<Action>] {
    [button]
  }

  /// Combines the buttons of a block.
  public static func buildBlock(_ buttons: [ButtonState<Action>]...) -> [ButtonState<Action>] {
    buttons.flatMap(\.self)
  }

  /// Combines the buttons of a loop.
  public static func buildArray(_ buttons: [[ButtonState<Action>]]) -> [ButtonState<Action>] {
    buttons.flatMap(\.self)
  }

  /// Builds the buttons of an `if` without an `else`.
  public static func buildOptional(_ buttons: [ButtonState<Action>]?) -> [ButtonState<Action>] {
    buttons ?? []
  }

  /// Builds the buttons of the first branch of a condition.
  public static func buildEither(first: [ButtonState<Action>]) -> [ButtonState<Action>] { first }

  /// Builds the buttons of the second branch of a condition.
  public static func buildEither(second: [ButtonState<Action>]) -> [ButtonState<Action>] { second }
}
