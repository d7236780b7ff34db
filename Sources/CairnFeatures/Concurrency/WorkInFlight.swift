/// A flag for work that ends with its process.
///
/// Disable a button with it while the work that the button starts is running. The flag isn't stored with the state, so
/// it's `false` after a restart of the server. If a Boolean was stored instead, the button would stay disabled, because
/// the work ends with the process and doesn't reset the value.
///
/// ```swift
/// @ObservableState
/// struct State: Codable, Equatable {
///   var saving = WorkInFlight()
/// }
/// ```
public struct WorkInFlight: Codable, Equatable, Sendable {
  /// Whether the work is running.
  public var isRunning = false

  /// Creates a flag that's `false`.
  public init() {}

  public init(from decoder: any Decoder) {}

  public func encode(to encoder: any Encoder) { _ = encoder.container(keyedBy: NoKey.self) }

  private enum NoKey: CodingKey {}
}
