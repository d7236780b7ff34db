/// An action type with a separate case for the actions that a view may send.
///
/// ```swift
/// enum Action: ViewAction {
///   case response(Fact)
///   case view(View)
///
///   @CasePathable
///   enum View {
///     case factButtonTapped
///   }
/// }
/// ```
///
/// Actions outside the case `view` are internal to the feature. A view with the macro ``/Cairn/ViewAction(for:)`` uses its own
/// `send` to send actions in that case.
public protocol ViewAction<ViewAction>: SendableMetatype {
  /// The type of the actions that a view may send.
  associatedtype ViewAction

  /// Returns the feature's action for an action of a view.
  static func view(_ action: ViewAction) -> Self
}
