import ArgumentParser
import CairnApplications
import CairnPrometheus
import CairnRecorder
import CoreMetrics

extension App {
  /// Serves only this application, with the options of ``/CairnServer/ServerOptions``.
  ///
  /// With `--metrics`, this bootstraps swift-metrics with ``/CairnPrometheus/PrometheusMetrics``, unless the process has already
  /// bootstrapped another backend.
  ///
  /// This also bootstraps swift-log with the server's handler, unless the process has already bootstrapped another one.
  /// swift-log's `StreamLogHandler` looks like its default, so the process ends with an error if you bootstrap it
  /// explicitly. To use it, run a ``/CairnServer/Server`` with your own logger.
  public static func main() async {
    await ApplicationCommand<Self>.runAsMain()
  }
}

/// The command of an application that's the only one of its server.
struct ApplicationCommand<Application: App>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "\(Application.self)", abstract: "Serves \(Application.self).",
      subcommands: [Map.self, Replay.self, Strings.self])
  }

  /// Draws the application's screens.
  struct Map: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "map",
        abstract: "Draws a map of all screens and the transitions between them.")
    }

    @OptionGroup var options: MapOptions

    func run() throws { try options.draw([Mount("/", Application.self)]) }
  }

  /// Runs a recorded journal again.
  struct Replay: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "replay",
        abstract: "Replays a recorded journal and reports the differences.")
    }

    @OptionGroup var options: ReplayOptions

    func run() throws { try options.replay([Mount("/", Application.self)]) }
  }

  /// Lists missing and unused texts, and literals without a key.
  struct Strings: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "strings",
        abstract: "Lists missing and unused texts of the string catalog.")
    }

    @OptionGroup var options: StringsOptions

    func run() throws { try options.check([Mount("/", Application.self)]) }
  }

  @OptionGroup var server: ServerOptions

  func run() async throws {
    let settings = try server.settings
    Self.bootstrap(settings)
    let server = try Server(settings: settings) { Mount("/", Application.self) }
    try await server.run { Server.announce("Serving \(Application.self) at \($0)") }
  }

  /// Bootstraps the backends of logs and metrics, unless the process has others.
  static func bootstrap(_ settings: ServerSettings) {
    if LoggingBackend.current == .standard { ProcessOutput.logEverything(from: settings.logLevel) }
    if settings.metricsPort != nil, MetricsSystem.factory is NOOPMetricsHandler {
      MetricsSystem.bootstrap(PrometheusMetrics.shared)
    }
  }
}
