import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// Tables, search fields, and lists that are loaded page by page, as users operate them.
@Suite(.restarting, .timeLimit(.minutes(30))) struct TableFlowTests {
  private func user(at location: String = "/depot") async throws -> FlowUser {
    try await depotSite().user(at: location)
  }

  /// The first word of each row.
  private func names(_ user: FlowUser) -> [String] {
    user.rows.map { String($0.prefix { $0 != " " }) }
  }

  /// Enters a search text, and presses Enter.
  private func search(_ text: String, _ user: FlowUser) async throws {
    try await user.fill("Search for tools", with: text)
    try await user.submit()
  }

  @Test(.everyWay) func `The sort order is in the location`() async throws {
    let user = try await user()
    #expect(user.place == "/depot")
    #expect(names(user) == ["Axe", "Drill", "Saw"])
    try await user.click("Price")
    #expect(user.place == "/depot?sort=price")
    #expect(names(user) == ["Axe", "Saw", "Drill"])
    try await user.click("Price")
    #expect(user.place == "/depot?sort=price&order=desc")
    #expect(names(user) == ["Drill", "Saw", "Axe"])
    #expect(HTMLDocument.problems(in: user.html) == [])
    try await user.reload()
    #expect(names(user) == ["Drill", "Saw", "Axe"])
    let other = try await self.user(at: user.place)
    #expect(names(other) == ["Drill", "Saw", "Axe"])
    let headers = other.document?.all("th", where: ["aria-sort": "descending"]) ?? []
    #expect(headers.map(\.visibleText) == ["Price"])
  }

  @Test(.withoutScript(.pageOfBefore))
  func `Back shows the previous sort order`() async throws {
    let user = try await user()
    try await user.click("Price")
    try await user.click("Price")
    #expect(names(user) == ["Drill", "Saw", "Axe"])
    try await user.back()
    #expect(user.place == "/depot?sort=price")
    #expect(names(user) == ["Axe", "Saw", "Drill"])
    // A tap on this page acts on the order that the user sees.
    try await user.click("Price")
    #expect(user.place == "/depot?sort=price&order=desc")
  }

  @Test(.everyWay) func `An unknown column in the location is reported`() async throws {
    let user = try await user(at: "/depot?sort=weight")
    #expect(user.status == 200)
    #expect(user.notice != nil)
    #expect(names(user) == ["Axe", "Drill", "Saw"])
  }

  @Test(.everyWay) func `Selected rows stay selected when the table is sorted`() async throws {
    let user = try await user()
    try await user.set("Select Saw", to: true)
    try await user.click("Price")
    #expect(try user.field("Select Saw").isOn)
    #expect(try !user.field("Select Axe").isOn)
    #expect(user.buttons.contains("Remove 1 selected"))
    try await user.set("Select Axe", to: true)
    try await user.set("Select Saw", to: false)
    try await user.click("Remove 1 selected")
    #expect(names(user) == ["Saw", "Drill"])
  }

  @Test(.everyWay) func `A button in a row acts on its row`() async throws {
    let user = try await user()
    try await user.click("Sell Drill", in: .row("Drill"))
    #expect(names(user) == ["Axe", "Saw"])
    try await user.reload()
    #expect(names(user) == ["Axe", "Saw"])
  }

  @Test(.everyWay) func `The search text is in the location`() async throws {
    let user = try await user(at: "/depot?sort=price")
    try await search("a", user)
    #expect(user.place == "/depot?q=a&sort=price")
    #expect(names(user) == ["Axe", "Saw"])
    let other = try await self.user(at: user.place)
    #expect(try other.field("Search for tools").value == "a")
    #expect(names(other) == ["Axe", "Saw"])
    try await search("lathe", user)
    #expect(names(user) == [])
    try await search("", user)
    #expect(user.place == "/depot?sort=price")
    #expect(names(user) == ["Axe", "Saw", "Drill"])
  }

  @Test(.everyWay) func `A list is loaded page by page`() async throws {
    let user = try await user(at: "/depot?q=none")
    #expect(user.rows == [])
    try await user.click("Show more")
    #expect(user.rows == ["Entry 1", "Entry 2"])
    try await user.click("Show more")
    #expect(user.rows == ["Entry 1", "Entry 2", "Entry 3", "Entry 4"])
    try await user.click("Show more")
    // The state contains two pages.
    #expect(user.rows == ["Entry 3", "Entry 4", "Entry 5"])
    #expect(!user.buttons.contains("Show more"))
    try await user.reload()
    try await user.click("Show previous")
    #expect(user.rows == ["Entry 1", "Entry 2", "Entry 3", "Entry 4"])
    #expect(user.buttons.contains("Show more") && !user.buttons.contains("Show previous"))
  }
}
