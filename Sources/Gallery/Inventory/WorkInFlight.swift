/// Whether work runs that ends with its process.
///
/// What is stored has none of it: who goes on after a restart is not made to wait for what does not come.
struct WorkInFlight: Codable, Equatable, Sendable {
  var isRunning = false

  init() {}

  init(from decoder: any Decoder) {}

  func encode(to encoder: any Encoder) { _ = encoder.container(keyedBy: NoKey.self) }

  private enum NoKey: CodingKey {}
}
