import CairnServer
import CairnTesting
import Testing
import Ways

/// Two tabs without the script that share a scene, such as after the browser restored a page from its cache.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.sharedScene)) struct TwoTabsTests {
  private func tabs() async throws -> (Browser, Browser) {
    let server = try Server { Mount("/vault", VaultApp.self) }
    let one = Browser(InProcessTransport(server))
    try await one.open("/vault")
    try await one.click("Count")
    let two = one.newTab()
    try await two.open(one.location)
    return (one, two)
  }

  @Test func `With the same layers, both tabs act on the current state`() async throws {
    let (one, two) = try await tabs()
    try await one.click("Count")
    try await two.click("Count")
    #expect(two.text.contains("Own: 3"))
  }

  @Test func `A text that the other tab has changed isn't overwritten`() async throws {
    let (one, two) = try await tabs()
    try one.fill("Name", with: "ann")
    try await one.click("Count")
    try two.fill("Name", with: "bob")
    try await two.click("Count")
    #expect(two.text.contains("This changed to “ann” while you were editing."))
    #expect(try two.field("Name").value == "bob")
  }
}
