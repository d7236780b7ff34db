/// A condition on a session, which decides whether the session may use something.
///
/// Declare a condition once, and use it for an application, for screens, for views, and for endpoints:
///
/// ```swift
/// extension SessionGuard {
///   static let staff = SessionGuard { session in
///     @Shared(.session("role")) var role: Role = .guest
///     return session.owner != nil && role == .staff
///   }
/// }
/// ```
/// The condition is evaluated for each page, each form, each change that's sent to a page, and each request for an
/// endpoint. It should be fast, and should read current data.
public struct SessionGuard: Sendable {
  private let condition: @Sendable (BrowserSession) -> Bool

  /// Creates a guard.
  /// - Parameter condition: Returns whether a session may pass. It can also read values that the session's tabs share.
  public init(_ condition: @escaping @Sendable (BrowserSession) -> Bool) {
    self.condition = condition
  }

  /// A guard that only sessions with an owner pass, which is the user who has signed in.
  public static let signedIn = SessionGuard { $0.owner != nil }

  /// Returns whether a session may pass.
  public func admits(_ session: BrowserSession) -> Bool { condition(session) }
}
