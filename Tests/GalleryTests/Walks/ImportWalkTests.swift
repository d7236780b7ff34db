import Cairn
import CairnTesting
import Synchronization
import Testing
import Ways

@testable import Gallery

/// Random walks in which the server restarts while an import works, before or after it has written its items.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct ImportWalkTests {
  /// The moment at which an import waits until its process ends.
  private enum Cut: CaseIterable {
    case beforeWriting
    case afterWriting
  }

  @Test(arguments: UInt64(1)...10)
  func `Restarts neither lose nor repeat the result of an import`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let importer = Importer()
    let site = try GallerySite(changing: importer.changing)
    let browser = try await site.browser(at: "/inventory")
    var begun = importer.begun.makeAsyncIterator()
    var names = site.names
    for round in 1...5 {
      let added = ["Lamp \(round)", "Chair \(round)"]
      // Work begins at most five times.
      let cuts = (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in
        Cut.allCases.randomElement(using: &random)
      }
      importer.cut(cuts)
      try await browser.open("/inventory/import")
      try browser.attach(
        BrowserFile("items.csv", contentType: "text/csv", text: added.joined(separator: "\n")),
        to: "List")
      try await browser.click("Read the file")
      try await browser.click("Save")
      let save = try #require(browser.exchanges.first?.request)
      var expected = names
      for cut in cuts {
        await begun.next()
        if cut == .afterWriting { expected = names + added }
        #expect(site.names == expected, "round \(round)")
        #expect(browser.heading == "Import items", "round \(round)")
        try await site.restart()
        // The work begins again before the request is processed.
        if Bool.random(using: &random) { _ = try await browser.send(save) }
        try await browser.reload()
      }
      await begun.next()
      names += added
      #expect(site.names == names, "round \(round)")
      // The feature may not have the result yet.
      for _ in 0..<1000 where browser.heading != "Inventory" { try await browser.reload() }
      #expect(browser.heading == "Inventory", "round \(round)")
      #expect(browser.notice?.contains("interrupted") != true, "round \(round)")
      if Bool.random(using: &random) {
        try await site.restart()
        try await browser.reload()
        #expect(browser.heading == "Inventory", "round \(round)")
        #expect(site.names == names, "round \(round)")
      }
    }
  }

  /// Makes the next imports of an inventory wait until their process ends.
  private final class Importer: Sendable {
    private let cuts = Mutex<[Cut]>([])
    private let stream = AsyncStream.makeStream(of: Void.self)

    /// An element for each import that has begun, after it has written its items if it isn't cut off before.
    var begun: AsyncStream<Void> { stream.stream }

    func cut(_ cuts: [Cut]) { self.cuts.withLock { $0 = cuts } }

    func changing(_ inventory: InventoryClient) -> InventoryClient {
      var result = inventory
      result.addAll = { [self] items in
        let cut = cuts.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if cut != .beforeWriting { try await inventory.addAll(items) }
        stream.continuation.yield()
        if cut != nil { try await withoutBlockingResponse { try await Task.never() } }
      }
      return result
    }
  }
}
