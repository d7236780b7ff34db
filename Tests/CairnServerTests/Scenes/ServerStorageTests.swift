import Cairn
import CairnTesting
import Foundation
import Testing
import Ways

@testable import CairnServer

@Reducer
private struct Visits {
  @ObservableState
  struct State: Equatable {
    @Shared(.fileStorage(Visits.file)) var count = 0
  }

  enum Action { case visited }

  static let file = FileManager.default.temporaryDirectory
    .appending(path: "cairn-visits-\(UUID()).json")

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.$count.withLock { $0 += 1 }
      return .none
    }
  }
}

private struct VisitsApp: App {
  let store = Store(initialState: Visits.State()) { Visits() }

  var body: some Scene {
    WindowGroup {
      Text("Visits: \(store.count)")
      Button("Visit") { store.send(.visited) }
    }
  }
}

/// In tests, a server uses live dependencies except for storage, which is the test's.
@Suite(.restarting, .withoutScript(.process)) struct ServerStorageTests {
  @Test func `Files are in the test's memory`() async throws {
    @Shared(.fileStorage(Visits.file)) var count = 5
    $count.withLock { $0 = 6 }
    let server = try TestServer { settings, sessions in
      try Server(settings: settings, sessions: sessions) { Mount("/", VisitsApp.self) }
    }
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/")
    #expect(browser.text.contains("Visits: 6"))
    try await browser.click("Visit")
    #expect(browser.text.contains("Visits: 7"))
    @Dependency(\.defaultFileStorage) var files
    #expect(try files.load(from: Visits.file) == Data("7".utf8))
    #expect(!FileManager.default.fileExists(atPath: Visits.file.path))
  }
}
