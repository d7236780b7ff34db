import CairnTesting
import Foundation
import Testing
import Ways

@testable import Gallery

/// The executable is killed at any moment and restarted with its files.
@Suite(.timeLimit(.minutes(30)), .serialized, .withoutScript(.process)) struct KillTests {
  /// A step of a walk with the expected layers.
  private struct Step: Sendable {
    let name: String
    let pile: [String]
    let act: @Sendable (Browser) async throws -> Void

    init(
      _ name: String, _ pile: String..., act: @escaping @Sendable (Browser) async throws -> Void
    ) {
      self.name = name
      self.pile = pile
      self.act = act
    }
  }

  private static let walk = [
    Step("Add", "screen Inventory", "sheet Add item") { try await $0.click("Add") },
    Step("Apply", "screen Inventory", "sheet Add item") {
      try $0.fill("Name", with: "Webcam")
      try await $0.click("Apply")
    },
    Step("Save", "screen Inventory") {
      #expect(try $0.field("Name").value == "Webcam")
      try await $0.click("Save")
    },
    Step("edit", "screen Edit item") { try await $0.click("Webcam") },
    Step("rename", "screen Inventory") {
      try $0.fill("Name", with: "Camera")
      try await $0.click("Inventory")
    },
    Step("duplicate", "screen Inventory", "popover Duplicate item") {
      try await $0.click("Duplicate", in: .row("Camera"))
    },
    Step("save the copy", "screen Inventory") {
      try $0.fill("Name", with: "Copy")
      try await $0.click("Save")
    },
    Step("ask", "screen Inventory", "alert Delete “Copy”?") {
      try await $0.click("Delete", in: .row("Copy"))
    },
    Step("delete", "screen Inventory") { try await $0.click("Delete") },
    Step("dialog", "screen Inventory", "confirmation Camera") {
      try await $0.click("More", in: .row("Camera"))
    },
    Step("take the dialog away", "screen Inventory") { try await $0.click("Cancel") },
    Step("take stock", "cover Take stock") { try await $0.click("Take stock") },
    Step("start", "cover Keyboard") { try await $0.click("Start") },
    Step("count", "cover Keyboard") { try await $0.click("Increment") },
    Step("next", "cover Monitor") {
      #expect(try $0.field("Counted").value == "101")
      try await $0.click("Next")
    },
  ]

  @Test func `The next click works after a kill`() async throws {
    let gallery = try GalleryInstallation()
    let browser = Browser(SocketTransport(port: gallery.port))
    try await browser.open("/inventory")
    for step in Self.walk {
      gallery.kill()
      try gallery.start()
      try await step.act(browser)
      #expect(browser.status == 200, "\(step.name)")
      #expect(browser.notice == nil, "\(step.name)")
      try await browser.reloadUntilComplete()
      #expect(browser.pile == step.pile, "\(step.name)")
    }
    gallery.kill()
    try gallery.start()
    let other = Browser(SocketTransport(port: gallery.port))
    try await other.open("/inventory")
    #expect(other.rows.count == 5)
    #expect(other.text.contains("Camera"))
    #expect(!other.text.contains("Webcam") && !other.text.contains("Copy"))
  }

  @Test func `A reload after a kill shows the same page`() async throws {
    let gallery = try GalleryInstallation()
    let browser = Browser(SocketTransport(port: gallery.port))
    try await browser.open("/inventory")
    for step in Self.walk {
      try await step.act(browser)
      try await browser.reloadUntilComplete()
      #expect(browser.pile == step.pile, "\(step.name)")
      let sight = browser.sight
      gallery.kill()
      try gallery.start()
      try await browser.reload()
      #expect(browser.sight == sight, "\(step.name)")
    }
  }

  /// A POST can be interrupted at any moment, so each one is killed after a random delay.
  @Test func `A save is processed completely or not at all, and its repeat once`() async throws {
    let gallery = try GalleryInstallation()
    let transport = SocketTransport(port: gallery.port)
    let browser = Browser(transport)
    var answered = 0
    for number in 1...50 {
      let name = "Number \(number)"
      try await browser.open("/inventory")
      try await browser.click("Add")
      let page = browser.location
      let request = try browser.submission(
        tap: browser.tap("Save"), fields: [(browser.fieldName("Name"), name)],
        origin: transport.origin, cookies: browser.cookies)
      let sent = Task { try await transport.send(request) }
      await Self.pause(microseconds: .random(in: 0...6000))
      gallery.kill()
      let answer = try? await sent.value
      if answer != nil { answered += 1 }
      try gallery.start()

      // Either the form is unchanged, or it's dismissed and the item exists.
      let other = browser.newTab()
      try await other.open("/inventory")
      let count = other.rows.filter { $0.contains(name) }.count
      #expect(count <= 1)
      try await other.open(page)
      #expect(other.notice == nil)
      if answer?.status == 303 { #expect(count == 1) }
      #expect(other.pile.first == "screen Inventory")
      let isOpen = other.pile.count == 2
      if isOpen { #expect(try other.field("Name").value == "") }

      let repeated = try await transport.send(request)
      let location = try #require(repeated.header("Location"))
      if let answer { #expect(answer.header("Location") == location) }
      try await browser.open(location)
      #expect(browser.notice == nil)
      // The response doesn't wait for a slow save, which dismisses the form when it ends.
      try await browser.reloadUntilComplete()
      #expect(browser.pile == ["screen Inventory"])
      #expect(browser.rows.count == 4 + number)
      #expect(browser.rows.filter { $0.contains(name) }.count == 1)
    }
    // Kills only before or only after the response would prove little.
    #expect((0..<50).contains(answered))
  }

  private static func pause(microseconds: useconds_t) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        usleep(microseconds)
        continuation.resume()
      }
    }
  }
}

extension Browser {
  /// Reloads the page until no effect is running, because a response doesn't wait for slow effects.
  ///
  /// Until then, a page without the script reloads itself. If it has fields, it has a button instead.
  fileprivate func reloadUntilComplete() async throws {
    while refreshDelay != nil || buttons.contains("Update") { try await reload() }
  }
}
