@testable import WebDriver

extension Chromium {
  /// Delays each answer.
  func delayAnswers(by milliseconds: Double) async throws {
    try await emulateNetwork(isOffline: false, latency: milliseconds)
  }

  /// Takes the browser off the network, or puts it back.
  func setOffline(_ isOffline: Bool) async throws {
    try await emulateNetwork(isOffline: isOffline, latency: 0)
  }

  private func emulateNetwork(isOffline: Bool, latency: Double) async throws {
    try await devTools("Network.enable")
    try await devTools(
      "Network.emulateNetworkConditions",
      [
        "offline": .bool(isOffline), "latency": .number(latency), "downloadThroughput": -1,
        "uploadThroughput": -1,
      ])
  }
}
