/// What a button does to the reader: how it is drawn and ordered.
public enum ButtonStateRole: Hashable, Sendable, Codable {
  /// Leaves without doing anything.
  case cancel
  /// Deletes or discards something.
  case destructive
}

/// What a button does when it is tapped.
public struct ButtonStateAction<Action> {
  let action: Action?

  /// It sends an action; with nil it only dismisses.
  public static func send(_ action: Action?) -> Self { Self(action: action) }
}

/// A button of an alert or a confirmation dialog.
public struct ButtonState<Action> {
  /// What the button does to the reader.
  public let role: ButtonStateRole?
  /// The action that it sends; without one it only dismisses.
  public let action: Action?
  /// What it says.
  public let label: TextState

  /// A button that sends an action.
  public init(
    role: ButtonStateRole? = nil, action: Action? = nil, label: () -> TextState
  ) {
    self.role = role
    self.action = action
    self.label = label()
  }

  /// A button that sends an action, spelt out: `ButtonState(action: .send(.confirm))`.
  public init(
    role: ButtonStateRole? = nil, action: ButtonStateAction<Action>, label: () -> TextState
  ) {
    self.init(role: role, action: action.action, label: label)
  }

  /// The same button, with another action.
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

/// Lists the buttons of a dialog.
@resultBuilder
public enum ButtonStateBuilder<Action> {
  public static func buildExpression(_ button: ButtonState<Action>) -> [ButtonState<Action>] {
    [button]
  }

  public static func buildBlock(_ buttons: [ButtonState<Action>]...) -> [ButtonState<Action>] {
    buttons.flatMap(\.self)
  }

  public static func buildArray(_ buttons: [[ButtonState<Action>]]) -> [ButtonState<Action>] {
    buttons.flatMap(\.self)
  }

  public static func buildOptional(_ buttons: [ButtonState<Action>]?) -> [ButtonState<Action>] {
    buttons ?? []
  }

  public static func buildEither(first: [ButtonState<Action>]) -> [ButtonState<Action>] { first }

  public static func buildEither(second: [ButtonState<Action>]) -> [ButtonState<Action>] { second }
}
