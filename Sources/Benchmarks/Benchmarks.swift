import ArgumentParser
import Foundation

/// Measures the gallery beside plain libmicrohttpd, and reducers beside plain functions.
@main
struct Benchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Benchmarks",
    abstract: "Measures the server beside libmicrohttpd serving the same bytes.",
    discussion: """
      Starts the release Gallery that lies beside this program, loads it and libmicrohttpd in turn \
      with wrk, then edits items as browsers would, and counts the memory of idle sessions. Before \
      that, features are sent actions, through a store and without one.
      """)

  @Option(help: "The number of items in the inventory.")
  var items = 50

  @Option(help: "How long each measurement lasts, in seconds.")
  var seconds = 4

  @Option(help: "How often each measurement is repeated; the median is printed.")
  var rounds = 5

  @Option(help: "How many connections send requests at once.")
  var connections = 32

  @Option(help: "How many idle sessions are held in memory.")
  var sessions = 1000

  @Option(help: "How many browsers listen at once to what changes.")
  var streams = 10_000

  @Option(
    help: ArgumentHelp(
      "What to measure: reducers, models, recorder, get, post, live, paint, streams, memory, hostile, drips, slow.",
      valueName: "part"))
  var only: Part?

  @Option(
    help: ArgumentHelp(
      "Another build's Gallery: only measures it and the one beside this program, in turn.",
      valueName: "path"))
  var beside: String?

  enum Part: String, ExpressibleByArgument {
    case reducers, models, recorder, get, post, live, paint, streams, memory, hostile, drips, slow
  }

  func validate() throws {
    guard (1...100_000).contains(items), (1...3600).contains(seconds), (1...1000).contains(rounds),
      (1...1024).contains(connections), (1...9000).contains(sessions),
      (1...20_000).contains(streams)
    else { throw ValidationError("A number is out of range.") }
  }

  func run() async throws {
    // A server that goes away ends a measurement with an error, not this process with a signal.
    signal(SIGPIPE, SIG_IGN)
    do {
      let load = Load(seconds: seconds, rounds: rounds, connections: connections)
      if let beside {
        return try BuildsBenchmark(other: URL(filePath: beside), items: items, load: load).run()
      }
      if only == nil || only == .reducers { try ReducerBenchmark(rounds: rounds).run() }
      if only == nil || only == .models { try await ModelBenchmark(rounds: rounds).run() }
      if only == nil || only == .recorder { await RecorderBenchmark(rounds: rounds).run() }
      if only == nil || only == .get { try ReadingBenchmark(items: items, load: load).run() }
      if only == nil || only == .post { try EditingBenchmark(items: items, load: load).run() }
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

/// How hard and how long the servers are loaded.
struct Load {
  let seconds: Int
  let rounds: Int
  let connections: Int

  /// How many sessions are asked for in turn: so many that no two connections ask for the same one at once, as no
  /// two browsers do.
  var sessions: Int { connections * 4 }

  /// Servers with their numbers, each in front in its turn: who comes first has a little less.
  static func order<Server>(
    _ servers: [Server], in round: Int
  ) -> [(offset: Int, element: Server)] {
    let numbered = Array(servers.enumerated())
    return round % 2 == 0 ? numbered : numbered.reversed()
  }
}

/// Why a measurement can not be made, in one line.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
