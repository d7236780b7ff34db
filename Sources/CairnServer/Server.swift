import ArgumentParser
public import CairnDependencies
package import CairnHTTP
import CairnPublic
public import CairnSessions
import CairnTemplates
import Foundation
import Logging
import ServiceLifecycle
import Synchronization
import UnixSignals

/// Serves applications: the pages that their scenes show, and the forms that come back.
///
/// ```swift
/// let server = try Server(settings: options.settings) {
///   Mount("/", GalleryApp.self)
///   Mount("/inventory", InventoryApp.self)
/// }
/// try await server.run()
/// ```
public final class Server: Sendable {
  /// What answers, for tests that need no socket.
  package var responder: any HTTPResponder { pages }
  let pages: PageResponder
  private let http: HTTPServer
  /// Removes idle sessions while the server runs.
  private let sweeping = Mutex<Task<Void, Never>?>(nil)
  private let logger: Logger

  /// A server of applications.
  /// - Parameters:
  ///   - settings: Where it listens, what it serves, how much it keeps.
  ///   - sessions: Where sessions are kept. In memory they end with the process.
  ///   - prepareDependencies: Sets the dependencies of all applications.
  ///   - mounts: The applications, each at a path.
  /// - Throws: ``ServerError`` where a folder or a template can not be used.
  public init(
    settings: ServerSettings = ServerSettings(),
    sessions: any SessionStore = MemorySessionStore(),
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    @MountBuilder mounts: () -> [Mount]
  ) throws(ServerError) {
    let logger = settings.logger(label: "cairn")
    let origin = settings.publicOrigin.flatMap { Origin($0) }
    if let text = settings.publicOrigin, origin == nil {
      throw ServerError(
        "'\(LogLine.singleLine(text[...]))' is not an origin such as https://example.org.")
    }
    let secret: ServerSecret
    let files: StaticFiles
    let chrome: Chrome
    do {
      secret =
        try settings.secretFile.map { try ServerSecret(file: $0) }
        ?? settings.secretBytes.flatMap { ServerSecret($0) } ?? ServerSecret()
      files = try StaticFiles(
        directories: [CairnPublic.directory]
          + settings.publicDirectories.map { URL(filePath: $0) })
      chrome = try Chrome(
        directories: [CairnTemplates.directory]
          + (settings.templateDirectory.map { [URL(filePath: $0)] } ?? []))
    } catch {
      throw ServerError("\(error)")
    }
    let dependencies = withDependencies {
      $0.context = .live
      prepareDependencies(&$0)
    } operation: {
      DependencyValues._current
    }
    let responder = PageResponder(
      mounts: mounts(), files: files, chrome: chrome, settings: settings, store: sessions,
      secret: secret,
      origin: origin, dependencies: dependencies, logger: logger)
    var configuration = HTTPServer.Configuration()
    configuration.host = settings.host
    configuration.port = Int(settings.port)
    pages = responder
    self.logger = logger
    http = HTTPServer(configuration: configuration, logger: logger, responder: responder)
  }

  /// How many sessions are kept.
  package var sessionCount: Int { pages.sessions.count }

  /// How many scenes they have.
  package var sceneCount: Int {
    pages.sessions.all.reduce(0) { $0 + $1.state.withLock(\.scenes.count) }
  }

  /// The port that the server listens on.
  public var port: Int { http.port }

  /// Begins to listen, and returns.
  public func start() throws(ServerError) {
    do { try http.start() } catch { throw ServerError("\(error)") }
    let pages = pages
    let sweeping = Task {
      let interval = min(max(pages.sessions.idle / 4, .milliseconds(100)), .seconds(60))
      while (try? await Task.sleep(for: interval)) != nil {
        pages.sessions.sweep()
        await pages.keeper.removeIdleSessions()
      }
    }
    self.sweeping.withLock { $0 = sweeping }
  }

  /// Stops listening, answers what is in flight, and returns when all connections are closed.
  public func stop() async {
    await http.stop()
    sweeping.withLock { $0?.cancel() }
    pages.sessions.removeAll()
  }

  /// Ends all work at once, as the end of the process does; nothing is stored any more.
  package func abandon() {
    pages.keeper.abandon()
    pages.sessions.removeAll()
  }

  /// Serves until SIGINT or SIGTERM; then answers what is in flight, and returns.
  /// - Parameter onStart: Called with the server's URL once it listens.
  public func run(onStart: @escaping @Sendable (String) -> Void = { print($0) }) async throws {
    let service = ServerService(server: self, onStart: onStart)
    let group = ServiceGroup(
      services: [service], gracefulShutdownSignals: [.sigint, .sigterm], logger: logger)
    try await group.run()
  }

  fileprivate var url: String {
    let host = http.configuration.host
    return "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }

  private struct ServerService: Service {
    let server: Server
    let onStart: @Sendable (String) -> Void

    func run() async throws {
      try server.start()
      onStart(server.url)
      try await gracefulShutdown()
      await server.stop()
    }
  }
}

/// Why a server can not be made or started, in one line.
public struct ServerError: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// The command of an application that is served by itself.
struct ApplicationCommand<Application: App>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "\(Application.self)", abstract: "Serves \(Application.self).")
  }

  @OptionGroup var server: ServerOptions

  func run() async throws {
    let server = try Server(settings: server.settings) { Mount("/", Application.self) }
    try await server.run { print("Serving \(Application.self) at \($0)") }
  }
}
