import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// A page that shows the progress and the result of long work.
@Suite(.timeLimit(.minutes(30))) struct LongWorkFlowTests {
  /// An export whose work waits for a clock.
  private static func store() -> StoreOf<LongWork<Int, String>> {
    Store(initialState: LongWork<Int, String>.State()) {
      LongWork<Int, String> { year, report in
        @Dependency(\.continuousClock) var clock
        @Dependency(\.probe) var probe
        await report("Collecting", fraction: 0.25)
        probe.began("export")
        try await clock.sleep(for: .seconds(60))
        return "orders-\(year)"
      }
    }
  }

  private struct ExportView: View {
    let store: StoreOf<LongWork<Int, String>>

    var body: some View {
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

  private struct EnglishExportApp: App {
    let store = LongWorkFlowTests.store()

    var body: some Scene { WindowGroup { ExportView(store: store) } }
  }

  private struct GermanExportApp: App {
    static var languages: [Language] { [.german] }

    let store = LongWorkFlowTests.store()

    var body: some Scene { WindowGroup { ExportView(store: store) } }
  }

  /// The framework's texts of a page, and the path of its application.
  struct Page: Sendable, CustomTestStringConvertible {
    let path: String
    let cancel: String
    let canceled: String
    let interrupted: String

    static let all = [
      Page(
        path: "/english", cancel: "Cancel", canceled: "This was canceled.",
        interrupted: SystemText.workInterrupted.string(in: .english)),
      Page(
        path: "/german", cancel: "Abbrechen", canceled: "Der Vorgang wurde abgebrochen.",
        interrupted: "Der Vorgang wurde unterbrochen. Bitte noch einmal starten."),
    ]

    var testDescription: String { path }
  }

  private let clock = TestClock()
  private let probe = Probe()

  private func site() throws -> FlowSite {
    try FlowSite(isJudged: true) { [clock, probe] settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        $0.continuousClock = clock
        $0.probe = probe
      } mounts: {
        Mount("/english", EnglishExportApp.self)
        Mount("/german", GermanExportApp.self)
      }
    }
  }

  @Test(.everyWay, .restarting, arguments: Page.all)
  func `The user cancels the work and starts it again`(page: Page) async throws {
    let user = try await site().user(at: page.path)
    try await user.click("Export")
    #expect(user.text.contains("Collecting"))
    try await user.click(page.cancel)
    #expect(user.text.contains(page.canceled))
    #expect(!user.text.contains("Collecting"))
    try await user.click("Export")
    #expect(user.text.contains("Collecting"))
    #expect(user.notice == nil)
  }

  // With `.restarting`, the server would restart before it has stored the result, and begin the work again.
  @Test(.everyWay, .oneServer(.effect), arguments: Page.all)
  func `The result appears after a restart`(page: Page) async throws {
    // Each way has a clock and counts of its own.
    let flow = LongWorkFlowTests()
    let site = try flow.site()
    let user = try await site.user(at: page.path)
    try await user.click("Export")
    #expect(user.text.contains("Collecting"))
    try await site.restart()
    try await user.reload()
    #expect(user.text.contains("Collecting"))
    #expect(user.buttons.contains(page.cancel))
    #expect(user.notice == nil)
    await flow.probe.reach(2, "export", begun: true)
    await flow.clock.advance(by: .seconds(60))
    try await user.reload()
    #expect(user.text.contains("Finished: orders-2026"))
    #expect(!user.buttons.contains(page.cancel))
  }

  @Test(.everyWay, .oneServer(.effect), arguments: Page.all)
  func `Work that doesn't begin again is reported, and can be started`(page: Page) async throws {
    let flow = LongWorkFlowTests()
    let site = try flow.site()
    let user = try await site.user(at: page.path)
    try await user.click("Export")
    // The work begins at most five times.
    for count in 2...5 {
      try await site.restart()
      try await user.reload()
      #expect(user.text.contains("Collecting"))
      await flow.probe.reach(count, "export", begun: true)
    }
    try await site.restart()
    try await user.reload()
    #expect(user.text.contains(page.interrupted))
    #expect(!user.text.contains("Collecting"))
    #expect(user.notice == nil)
    try await user.click("Export")
    #expect(user.text.contains("Collecting"))
  }
}
