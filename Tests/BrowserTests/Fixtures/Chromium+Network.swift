@testable import WebDriver

extension Chromium {
  /// Delays each response.
  func delayAnswers(by milliseconds: Double) async throws {
    try await emulateNetwork(isOffline: false, latency: milliseconds)
  }

  /// Disconnects the browser from the network, or connects it again.
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
