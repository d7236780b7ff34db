import Cairn
import CairnServer
import Synchronization
import Testing

@testable import CairnTesting

/// Tests how often the trait starts servers under test.
@Suite struct RestartingTraitTests {
  private struct Page: App {
    var body: some Scene {
      WindowGroup { Text("Hello").navigationTitle("Page") }
    }
  }

  /// Counts how often a server was made.
  private final class Makes: Sendable {
    private let counter = Atomic(0)
    var count: Int { counter.load(ordering: .sequentiallyConsistent) }

    func server() throws -> TestServer {
      try TestServer { settings, sessions in
        self.counter.add(1, ordering: .sequentiallyConsistent)
        return try Server(settings: settings, sessions: sessions) { Mount("/", Page.self) }
      }
    }
  }

  /// Runs a body like the trait runs a test.
  private func underTheTrait(_ body: @escaping @Sendable () async throws -> Void) async throws {
    let test = try #require(Test.current)
    try await RestartingTrait().provideScope(for: test, testCase: nil, performing: body)
  }

  @Test func `A test runs as usual and then with restarts`() async throws {
    let runs = Mutex<[Bool]>([])
    try await underTheTrait { runs.withLock { $0.append(Restarts.areMade) } }
    #expect(runs.withLock(\.self) == [false, true])
  }

  @Test(arguments: [0, 1, 2, 5])
  func `Each request gets its response from a new server`(requests: Int) async throws {
    let counts = Mutex<[Int]>([])
    try await underTheTrait {
      let makes = Makes()
      let browser = Browser(InProcessTransport(try makes.server()))
      for _ in 0..<requests { try await browser.open("/") }
      #expect(requests == 0 || browser.heading == "Page")
      counts.withLock { $0.append(makes.count) }
    }
    #expect(counts.withLock(\.self) == [1, 1 + requests])
  }

  @Test func `Concurrent requests aren't cut off`() async throws {
    let counts = Mutex<[Int]>([])
    try await underTheTrait {
      let makes = Makes()
      let transport = InProcessTransport(try makes.server())
      let statuses = try await withThrowingTaskGroup { group in
        for _ in 0..<20 { group.addTask { try await transport.send(BrowserRequest(target: "/")) } }
        return try await group.reduce(into: []) { $0.append($1.status) }
      }
      #expect(statuses == Array(repeating: 200, count: 20))
      counts.withLock { $0.append(makes.count) }
    }
    let made = counts.withLock(\.self)
    #expect(made.first == 1)
    #expect(made.last.map { (2...21).contains($0) } == true)
  }

  @Test func `An explicit restart is one more restart`() async throws {
    let counts = Mutex<[Int]>([])
    try await underTheTrait {
      let makes = Makes()
      let server = try makes.server()
      let browser = Browser(InProcessTransport(server))
      try await browser.open("/")
      try server.restart()
      try await browser.reload()
      counts.withLock { $0.append(makes.count) }
    }
    #expect(counts.withLock(\.self) == [2, 4])
  }
}
