import Cairn
import CairnTesting
import Testing
import Ways

@testable import Gallery

/// Two pages of one scene are submitted while the first submission is still running.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct SimultaneousTests {
  /// Blocks callers until it's opened.
  private final class Gate: Sendable {
    private let opening = AsyncStream<Void>.makeStream()
    let arrivals = AsyncStream<Void>.makeStream()

    func wait() async {
      arrivals.continuation.yield()
      for await _ in opening.stream { break }
    }

    func open() { opening.continuation.finish() }
  }

  @Test func `Text of a second simultaneous save is kept or saved`() async throws {
    let gate = Gate()
    let site = try GallerySite { client in
      var held = client
      held.add = { item in
        await gate.wait()
        try await client.add(item)
      }
      return held
    }
    let first = try await site.browser(at: "/inventory")
    try await first.click("Add")
    let second = first.newTab()
    try await second.open(first.location)
    let requests = try [(first, "First"), (second, "Second")].map { browser, name in
      try browser.submission(
        tap: browser.tap("Save"), fields: [(browser.fieldName("Name"), name)],
        cookies: browser.cookies)
    }

    let transport = site.transport
    async let saved = transport.send(requests[0])
    for await _ in gate.arrivals.stream { break }
    // The response is immediate, because this submission has no pending effects.
    let answer = try await transport.send(requests[1])
    gate.open()
    try await first.open(try #require(try await saved.header("Location")))
    let location = try #require(answer.header("Location"))
    #expect(first.pile == ["screen Inventory"])

    try await second.open(location)
    let isSaved = site.names.contains("Second")
    let isInItsField = try second.pile.count == 2 && second.field("Name").value == "Second"
    #expect(isSaved != isInItsField)
    #expect(site.names.filter { $0 == "First" }.count == 1)
    if isInItsField {
      try await second.click("Save")
      #expect(site.names.filter { $0 == "Second" }.count == 1)
    }
  }
}
