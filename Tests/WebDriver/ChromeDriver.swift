import CairnTesting

/// The chromedriver process, shared by all tests and started on demand.
actor ChromeDriver {
  static let shared = ChromeDriver()

  /// The maximum number of simultaneous browsers.
  let slots = Slots(count: 2)

  private var starting: Task<SocketTransport, any Error>?

  /// Running browsers that tests have finished with.
  private var idle: [Chromium] = []

  /// Returns an idle browser with the same options that can't change while it runs.
  func takeIdle(like options: Chromium.Options) -> Chromium? {
    idle.lastIndex {
      $0.options.javaScript == options.javaScript && $0.options.hasWindows == options.hasWindows
    }.map { idle.remove(at: $0) }
  }

  func keep(_ chromium: Chromium) { idle.append(chromium) }

  /// The transport of the driver's commands.
  func transport() async throws -> SocketTransport {
    let task = starting ?? Task { try await Self.start() }
    starting = task
    return try await task.value
  }

  /// The path of Chromium, which the driver doesn't always find itself.
  static func chromium(hasWindows: Bool = true) throws -> String {
    let names = ["chromium", "chromium-browser", "google-chrome"]
    return try DriverProcess.find(hasWindows ? names : ["chromium-headless-shell"] + names)
  }

  private static func start() async throws -> SocketTransport {
    _ = try chromium()
    let port = try await DriverProcess.start(
      "exec \(DriverProcess.find(["chromedriver"])) --port=0")
    return SocketTransport(port: port, timeout: 300)
  }
}
