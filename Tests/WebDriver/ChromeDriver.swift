import CairnTesting

/// The running chromedriver, one for all tests of the process; started when it is first needed.
actor ChromeDriver {
  static let shared = ChromeDriver()

  /// How many browsers may run at once.
  let slots = Slots(count: 2)

  private var starting: Task<SocketTransport, any Error>?

  /// Browsers that go on when a test is done with them.
  private var idle: [Chromium] = []

  func takeIdle() -> Chromium? { idle.popLast() }

  func keep(_ chromium: Chromium) { idle.append(chromium) }

  /// The way to the driver's commands.
  func transport() async throws -> SocketTransport {
    let task = starting ?? Task { try await Self.start() }
    starting = task
    return try await task.value
  }

  /// The path of Chromium, which is not always where the driver looks for it.
  static func chromium() throws -> String {
    try DriverProcess.find(["chromium", "chromium-browser", "google-chrome"])
  }

  private static func start() async throws -> SocketTransport {
    _ = try chromium()
    let port = try await DriverProcess.start(
      "exec \(DriverProcess.find(["chromedriver"])) --port=0")
    return SocketTransport(port: port, timeout: 60)
  }
}
