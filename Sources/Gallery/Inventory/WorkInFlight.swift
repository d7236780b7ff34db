/// Whether work is running that ends with the process.
///
/// The flag isn't encoded. After a restart of the server, the work isn't running anymore, so the user must not have
/// to wait for it.
struct WorkInFlight: Codable, Equatable, Sendable {
  var isRunning = false

  init() {}

  init(from decoder: any Decoder) {}

  func encode(to encoder: any Encoder) { _ = encoder.container(keyedBy: NoKey.self) }

  private enum NoKey: CodingKey {}
}
