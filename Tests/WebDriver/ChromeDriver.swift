import CairnTesting

/// The running chromedriver, one for all tests of the process; started when it is first needed.
actor ChromeDriver {
  static let shared = ChromeDriver()

  /// How many browsers may run at once.
  let slots = Slots(count: 2)

  private var starting: Task<SocketTransport, any Error>?

  /// Browsers that go on when a test is done with them.
  private var idle: [Chromium] = []

  /// One that is alike in what can not be changed while it runs.
  func takeIdle(like options: Chromium.Options) -> Chromium? {
    idle.lastIndex {
      $0.options.javaScript == options.javaScript && $0.options.hasWindows == options.hasWindows
    }.map { idle.remove(at: $0) }
  }

  func keep(_ chromium: Chromium) { idle.append(chromium) }

  /// The way to the driver's commands.
  func transport() async throws -> SocketTransport {
    let task = starting ?? Task { try await Self.start() }
    starting = task
    return try await task.value
  }

  /// The path of Chromium, which is not always where the driver looks for it.
  static func chromium(hasWindows: Bool = true) throws -> String {
    let names = ["chromium", "chromium-browser", "google-chrome"]
    return try DriverProcess.find(hasWindows ? names : ["chromium-headless-shell"] + names)
  }

  private static func start() async throws -> SocketTransport {
    _ = try chromium()
    let port = try await DriverProcess.start(
      "exec \(DriverProcess.find(["chromedriver"])) --port=0")
    return SocketTransport(port: port, timeout: 60)
  }
}
