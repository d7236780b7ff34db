/// An action type that keeps what a view may send in a case of its own.
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
/// What is not under `view` is the feature's own affair. A view that is marked by
/// ``ViewAction(for:)`` sends the rest by its own `send`.
public protocol ViewAction<ViewAction>: SendableMetatype {
  /// What a view may send.
  associatedtype ViewAction

  /// The action of a view.
  static func view(_ action: ViewAction) -> Self
}
