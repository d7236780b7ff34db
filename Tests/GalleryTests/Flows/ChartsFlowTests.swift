import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

@testable import Gallery

private struct SalesApp: App {
  let store = Store(initialState: ChartsCatalog.State()) { ChartsCatalog() }

  var body: some Scene { WindowGroup { SalesView(store: store) } }
}

private struct SalesView: View {
  let store: StoreOf<ChartsCatalog>

  var body: some View {
    VStack {
      AsyncContent(store.sales) { sales in
        Chart(sales, caption: "Sales by month") { sale in
          BarMark(x: .value("Month", sale.month), y: .value("Sales", sale.amount))
            .foregroundStyle(by: .value("Shop", sale.shop))
        }
      } placeholder: {
        Text("January to June")
      } retry: {
        store.send(.loadTapped)
      }
      Button("Load the sales") { store.send(.loadTapped) }.disabled(store.sales.isLoading)
      Button("Start over") { store.send(.resetTapped) }
    }
    .navigationTitle("Sales")
  }
}

/// A chart whose data is loaded by an effect.
@Suite(.timeLimit(.minutes(30))) struct ChartsFlowTests {
  private func site(_ clock: TestClock<Duration>) throws -> FlowSite {
    try FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        $0.continuousClock = clock
      } mounts: {
        Mount("/", SalesApp.self)
      }
    }
  }

  @Test(.everyWay, .oneServer(.effect)) func `A chart is loaded after a failed attempt`()
    async throws
  {
    let clock = TestClock()
    let user = try await site(clock).user(at: "/")
    #expect(user.text.contains("January to June"))
    try await user.click("Load the sales")
    #expect(user.text.contains("January to June"))
    await clock.advance(by: .seconds(2))
    try await user.reload()
    #expect(user.text.contains("The shops can't be reached now."))
    #expect(!user.text.contains("January to June"))
    try await user.click("Try again")
    await clock.advance(by: .seconds(2))
    try await user.reload()
    #expect(user.text.contains("Sales by month"))
    #expect(user.text.contains("Show data as a table"))
    #expect(user.text.contains("Kyoto") && user.text.contains("June"))
    #expect(!user.buttons.contains("Try again"))
  }

  @Test(.everyWay, .oneServer(.effect)) func `Loading that a restart interrupts begins again`()
    async throws
  {
    let clock = TestClock()
    let site = try site(clock)
    let user = try await site.user(at: "/")
    try await user.click("Load the sales")
    try await site.restart()
    try await user.reload()
    #expect(user.text.contains("Loading was interrupted."))
    try await user.click("Try again")
    #expect(user.text.contains("January to June"))
    await clock.advance(by: .seconds(2))
    try await user.reload()
    #expect(user.text.contains("The shops can't be reached now."))
  }

  @Test(.everyWay, .oneServer(.effect)) func `A result after a reset is ignored`() async throws {
    let clock = TestClock()
    let user = try await site(clock).user(at: "/")
    try await user.click("Load the sales")
    try await user.click("Start over")
    await clock.advance(by: .seconds(2))
    try await user.reload()
    #expect(user.text.contains("January to June"))
    #expect(!user.buttons.contains("Try again"))
  }
}
