import Cairn
import CairnTesting
import Synchronization
import Testing
import Ways

@testable import Gallery

/// The server stops between running a form and storing the result, and the browser repeats the form.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct CutOffSaveTests {
  private let store = FaultyStore()

  @Test(arguments: [false, true], [false, true])
  func `Its repeat doesn't add the item again`(isLost: Bool, hasScene: Bool) async throws {
    let site = try GallerySite(sessions: store)
    let browser = try await site.browser(at: "/inventory/add")
    if hasScene { try await browser.click("Apply") }
    let request = try browser.submission(
      tap: browser.tap("Save"), fields: [(browser.fieldName("Name"), "Once")],
      cookies: browser.cookies)
    let transport = site.transport
    store.hold()
    async let cutOff = transport.send(request)
    await store.holds(1)
    try await site.restart()
    let location: String?
    if isLost {
      async let repeated = transport.send(request)
      await store.holds(2)
      store.release(failingFirst: true)
      #expect(try await cutOff.status == 503)
      location = try await repeated.header("Location")
    } else {
      // The result was stored, but the browser didn't get the response.
      store.release()
      let lost = try await cutOff.header("Location")
      location = try await transport.send(request).header("Location")
      #expect(location == lost)
    }
    #expect(site.names.filter { $0 == "Once" }.count == 1)
    #expect(store.sceneCount == 1)
    try await browser.open(try #require(location))
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.notice == nil)
    #expect(browser.rows.filter { $0.contains("Once") }.count == 1)
    // Repeat it after the commit.
    #expect(try await transport.send(request).header("Location") == location)
    #expect(site.names.count == 5)
  }

  @Test func `An interrupted import continues after a restart and adds its items once`()
    async throws
  {
    let cutOff = CutOff()
    let site = try GallerySite(changing: cutOff.changing)
    let browser = try await site.browser(at: "/inventory/import")
    try browser.attach(
      BrowserFile("items.csv", contentType: "text/csv", text: "Lamp\nChair"), to: "List")
    try await browser.click("Read the file")
    try await browser.click("Save")
    #expect(browser.notice == "“items.csv” has 2 items.")
    try await site.restart()
    #expect(site.names.count == 4)
    // The work begins again before the request is processed.
    try await browser.reload()
    await cutOff.finish()
    #expect(site.names.suffix(2) == ["Lamp", "Chair"])
    #expect(site.names.count == 6)
  }

  /// Makes the first import of an inventory wait until its process ends.
  private final class CutOff: Sendable {
    private let isFirst = Atomic(true)
    private let finished = AsyncStream.makeStream(of: Void.self)

    func changing(_ inventory: InventoryClient) -> InventoryClient {
      var result = inventory
      result.addAll = { [self] items in
        if isFirst.exchange(false, ordering: .relaxed) {
          try await withoutBlockingResponse { try await Task.never() }
        }
        try await inventory.addAll(items)
        finished.continuation.yield()
      }
      return result
    }

    /// Waits until an import has added its items.
    func finish() async {
      for await _ in finished.stream { return }
    }
  }
}
