import ArgumentParser
import Foundation

/// The command that compares the gallery to plain libmicrohttpd, and reducers to plain functions.
@main
struct Benchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Benchmarks",
    abstract: "Compares the server with plain libmicrohttpd serving the same bytes.",
    discussion: """
      First, measures features that receive actions, with and without a store. Then starts the \
      release build of the Gallery from the folder of this program. Loads the Gallery and \
      libmicrohttpd in turn with wrk, edits items as browsers do, and measures the memory of idle \
      sessions.
      """,
    subcommands: [CapacityCommand.self])

  @Option(help: "The number of items in the inventory.")
  var items = 50

  @Option(help: "The duration of each measurement, in seconds.")
  var seconds = 4

  @Option(help: "The number of repetitions of each measurement. The median is printed.")
  var rounds = 5

  @Option(help: "The number of connections that send requests at once.")
  var connections = 32

  @Option(help: "The number of idle sessions in memory.")
  var sessions = 1000

  @Option(help: "The number of browsers that listen for changes at once.")
  var streams = 10_000

  @Option(
    help: ArgumentHelp(
      "The parts to measure: reducers, models, recorder, get, features, post, servers, live, paint, streams, memory, hostile, drips, slow.",
      valueName: "part"))
  var only: Part?

  @Option(
    help: ArgumentHelp(
      "The path of another build's Gallery. Only compares it with the one next to this program.",
      valueName: "path"))
  var compare: String?

  enum Part: String, ExpressibleByArgument {
    case reducers, models, recorder, get, features, post, servers, live, paint, streams, memory
    case hostile, drips, slow
  }

  func validate() throws {
    guard (1...100_000).contains(items), (1...3600).contains(seconds), (1...1000).contains(rounds),
      (1...1024).contains(connections), (1...9000).contains(sessions),
      (1...20_000).contains(streams)
    else { throw ValidationError("A number is out of range.") }
  }

  func run() async throws {
    // If a server stops, the measurement ends with an error, and a signal doesn't end this process.
    signal(SIGPIPE, SIG_IGN)
    do {
      let load = Load(seconds: seconds, rounds: rounds, connections: connections)
      if let compare {
        return try BuildsBenchmark(other: URL(filePath: compare), items: items, load: load).run()
      }
      if only == nil || only == .reducers { try ReducerBenchmark(rounds: rounds).run() }
      if only == nil || only == .models { try await ModelBenchmark(rounds: rounds).run() }
      if only == nil || only == .recorder { await RecorderBenchmark(rounds: rounds).run() }
      if only == nil || only == .get { try ReadingBenchmark(items: items, load: load).run() }
      if only == nil || only == .features {
        try FeaturesBenchmark(items: items, load: load).run()
      }
      if only == nil || only == .post { try EditingBenchmark(items: items, load: load).run() }
      if only == nil || only == .servers {
        try ServersBenchmark(items: items, sessions: sessions, load: load).run()
      }
      if only == nil || only == .live { try await LiveBenchmark(rounds: rounds).run() }
      if only == nil || only == .paint { try await PaintBenchmark().run() }
      if only == nil || only == .streams { try StreamBenchmark(count: streams).run() }
      if only == nil || only == .memory {
        try MemoryBenchmark(items: items, sessions: sessions).run()
      }
      if only == nil || only == .hostile { try HostileBenchmark(rounds: rounds).run() }
      if only == nil || only == .drips { try DripBenchmark().run() }
      if only == nil || only == .slow { try SlowBenchmark().run() }
    } catch let failure as Failure {
      print("error: \(failure)")
      throw ExitCode.failure
    }
  }
}

/// The duration and the intensity of a measurement.
struct Load {
  let seconds: Int
  let rounds: Int
  let connections: Int

  /// The number of sessions that requests use in turn.
  ///
  /// It's large enough that two connections don't request the same session at the same time, just as two browsers
  /// don't.
  var sessions: Int { connections * 4 }

  /// Returns the servers with their indices, in the reverse order in every other round.
  ///
  /// The order alternates because the first server is at a slight disadvantage.
  static func order<Server>(
    _ servers: [Server], in round: Int
  ) -> [(offset: Int, element: Server)] {
    let numbered = Array(servers.enumerated())
    return round % 2 == 0 ? numbered : numbered.reversed()
  }
}

/// An error that explains in one line why a measurement isn't possible.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
