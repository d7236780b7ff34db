import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// A page that shows the progress and the result of long work.
@Suite(.timeLimit(.minutes(30))) struct LongWorkFlowTests {
  struct ExportApp: App {
    static var languages: [Language] { [.english, .german] }

    let store = Store(initialState: LongWork<Int, String>.State()) {
      LongWork<Int, String> { year, report in
        @Dependency(\.continuousClock) var clock
        await report("Collecting", fraction: 0.25)
        try await clock.sleep(for: .seconds(60))
        return "orders-\(year)"
      }
    }

    var body: some Scene {
      WindowGroup {
        VStack {
          Button("Export") { store.send(.start(2026)) }
            .disabled(store.status.isRunning)
          LongWorkView(store: store) { file in
            Text("Finished: \(file)")
          }
        }
        .navigationTitle("Export")
      }
    }
  }

  private func site(_ clock: TestClock<Duration>) throws -> FlowSite {
    try FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        $0.continuousClock = clock
      } mounts: {
        Mount("/export", ExportApp.self)
      }
    }
  }

  @Test(.everyWay) func `The user cancels the work and starts it again`() async throws {
    let site = try site(TestClock())
    let user = try await site.user(at: "/export")
    try await user.click("Export")
    #expect(user.text.contains("Collecting"))
    try await user.click("Cancel")
    #expect(user.text.contains("This was canceled."))
    #expect(!user.text.contains("Collecting"))
    try await user.click("Export")
    #expect(user.text.contains("Collecting"))
  }

  @Test(.everyWay) func `The result appears after a restart`() async throws {
    let clock = TestClock()
    let site = try site(clock)
    let user = try await site.user(at: "/export")
    try await user.click("Export")
    #expect(user.text.contains("Collecting"))
    try await site.restart()
    try await user.reload()
    #expect(user.text.contains("Collecting"))
    #expect(user.notice == nil)
    // The work that has begun again may not be asleep yet.
    for _ in 0..<1000 where !user.text.contains("Finished") {
      await clock.advance(by: .seconds(60))
      try await user.reload()
    }
    #expect(user.text.contains("Finished: orders-2026"))
  }

  @Test(.withoutScript(.requests)) func `The framework's texts are in the language of the page`()
    async throws
  {
    var settings = ServerSettings()
    settings.port = 0
    let server = try Server(settings: settings) {
      $0.continuousClock = TestClock<Duration>()
    } mounts: {
      Mount("/export", ExportApp.self)
    }
    let browser = Browser(LanguageTransport(server, "de"))
    try await browser.open("/export")
    try await browser.click("Export")
    try await browser.click("Abbrechen")
    #expect(browser.text.contains("Der Vorgang wurde abgebrochen."))
  }
}
