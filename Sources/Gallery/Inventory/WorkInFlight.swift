/// Whether work is running that ends with the process.
///
/// The flag isn't encoded, so it's `false` after a restart of the server. That way, the user doesn't wait for work
/// that has ended.
struct WorkInFlight: Codable, Equatable, Sendable {
  var isRunning = false

  init() {}

  init(from decoder: any Decoder) {}

  func encode(to encoder: any Encoder) { _ = encoder.container(keyedBy: NoKey.self) }

  private enum NoKey: CodingKey {}
}
