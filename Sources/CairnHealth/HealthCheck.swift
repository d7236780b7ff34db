/// A check of something that your application needs, such as its database.
///
/// A server runs its checks when `/~ready` is requested. If one of them fails, the response is 503, and its body
/// contains the name of the check.
///
/// ```swift
/// let server = try Server(
///   settings: settings,
///   checks: [HealthCheck("database") { try await database.ping() }]
/// ) {
///   Mount("/", InventoryApp.self)
/// }
/// ```
///
/// All checks run at the same time, with the dependencies of the server. Their results are used for one second, so that
/// frequent requests don't cause frequent checks.
public struct HealthCheck: Sendable {
  /// The name of the check, which anyone who can request `/~ready` can read.
  public let name: String
  /// The time after which the check fails.
  public let timeLimit: Duration
  let operation: @Sendable () async throws -> Void

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - name: A short name, such as `database`.
  ///   - timeLimit: The time after which the check fails and its task is canceled. As long as the closure doesn't
  ///     return, the check isn't started again, and remains failed.
  ///   - operation: A closure that throws an error if the check fails. The log contains the error.
  public init(
    _ name: String, timeLimit: Duration = .seconds(2),
    operation: @escaping @Sendable () async throws -> Void
  ) {
    self.name = name
    self.timeLimit = timeLimit
    self.operation = operation
  }
}
