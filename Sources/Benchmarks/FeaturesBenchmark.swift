import Cairn
import CairnServer
import Foundation

/// A benchmark of a page on a server with many features that the page doesn't use.
///
/// One server has only the page. The other one also has endpoints, an application with languages and a guard, a prefix,
/// and a check of its health. Both are in this process and take turns, so the process's time is one server's time.
struct FeaturesBenchmark {
  let items: Int
  let load: Load

  private static let endpoints = 100
  /// The maximum processor time of a request, compared to the server that has only the page.
  private static let most = 1.03

  func run() throws {
    let servers = [
      try Subject(prefix: "", features: false, load, items),
      try Subject(prefix: "/shop", features: true, load, items),
    ]
    print(
      """
      GET requests a list of \(items) items, in \(load.sessions) sessions in turn, each with a scene.
      One server has only this page. The other one also has \(Self.endpoints) endpoints, another application with
      languages and a guard, a prefix, and a check of its health.
      The figures are medians of \(load.rounds) rounds of \(load.seconds) s. The servers take turns.
      """)
    print(Row.head)
    var rows: [[Row]] = [[], []]
    // One short round of each isn't counted, because it warms up caches and the processor's clock.
    for round in 0...load.rounds {
      let load = Load(
        seconds: round == 0 ? 1 : load.seconds, rounds: 1, connections: load.connections)
      for (index, server) in Load.order(servers, in: round) {
        let row = try Row.measure(
          server.name, busy: { ReadingBenchmark.ownBusySeconds },
          { try Wrk.run(port: server.port, requests: server.requests, load: load) })
        if round > 0 { rows[index].append(row) }
      }
    }
    let base = Row.median(rows[0])
    print(base.line())
    print(Row.median(rows[1]).line(comparedTo: base))
    let ratios = zip(rows[1], rows[0]).map { ($0.busy ?? 0) / ($1.busy ?? 1) }.sorted()
    print(Bound("server µs compared to only the page", ratios[ratios.count / 2], Self.most).line)
    print()
  }

  private struct Subject {
    let name: String
    let port: UInt16
    let requests: [Wrk.Request]

    init(prefix: String, features: Bool, _ load: Load, _ items: Int) throws {
      name = features ? "with other features" : "only the page"
      var settings = ServerSettings()
      settings.port = 0
      settings.pathPrefix = prefix
      let checks = features ? [HealthCheck("always") {}] : []
      let server = try Server(settings: settings, checks: checks) {
        $0.numberOfRows = items
      } mounts: {
        Mount("/list", ListApp.self)
        if features {
          Mount("/letters", LettersApp.self)
          for number in 0..<FeaturesBenchmark.endpoints {
            Endpoint(.get, "/api/\(number)/:id") { .text(try $0.path("id", as: String.self)) }
          }
        }
      }
      try server.start()
      let port = UInt16(server.port)
      self.port = port
      requests = try (0..<load.sessions).map { _ in
        let visitor = try Visitor(port: port)
        try visitor.settle(at: prefix + "/list")
        return Wrk.Request(
          target: visitor.location, fields: [(name: "Cookie", value: visitor.cookie ?? "")])
      }
    }
  }
}

private struct ListApp: App {
  @Dependency(\.numberOfRows) var count

  var body: some Scene {
    WindowGroup {
      List(0..<count, id: \.self) { number in
        Text(verbatim: "Item \(number)")
        Button("Delete") {}
      }
    }
  }
}

private struct LettersApp: App {
  static var languages: [Language] { [.english, .german] }

  static var strings: StringCatalog? {
    get throws {
      try StringCatalog(
        Array(#"{"sourceLanguage": "en", "version": "1.0", "strings": {"Letters": {}}}"#.utf8),
        name: "Letters.xcstrings")
    }
  }

  var body: some Scene {
    WindowGroup { Text("Letters") }.guarded(by: .signedIn) { Text("Letters") }
  }
}

private enum NumberOfRows: DependencyKey {
  static var liveValue: Int { 0 }
}

extension DependencyValues {
  fileprivate var numberOfRows: Int {
    get { self[NumberOfRows.self] }
    set { self[NumberOfRows.self] = newValue }
  }
}
