import Cairn
import CairnSessions
import CairnTesting
import Testing
import Ways

@testable import CairnServer

/// Forms that a guard has hidden before they are submitted. The typed text is kept until the form is shown again.
@Suite(.restarting, .timeLimit(.minutes(30)), .withoutScript(.closedForm)) struct GuardedFormTests {
  /// How a guard hides the form, and whether the page already has a scene.
  struct Shape: CustomTestStringConvertible, Sendable {
    let path: String
    let hasScene: Bool

    var testDescription: String { "\(path) \(hasScene ? "with a scene" : "without a scene")" }

    static let all = ["/screen", "/cover"].flatMap { path in
      [true, false].map { Shape(path: path, hasScene: $0) }
    }
  }

  /// A site for one run of a test, and a browser that uses it.
  private struct Site {
    let guests = Guests()
    let sessions = MemorySessionStore()
    let flow: FlowSite
    let browser: Browser

    init() throws {
      flow = try guestbookSite(guests, sessions: sessions)
      browser = flow.browser()
    }

    /// Opens a page of a shape.
    func open(_ shape: Shape, _ place: String = "") async throws {
      try await browser.open(shape.path + place)
      guard shape.hasScene else { return }
      if place.isEmpty {
        try await browser.click("Look")
      } else {
        try await browser.click("Apply")
      }
    }

    func signIn() async throws {
      try browser.fill("Name", with: "Ada")
      try await browser.click("Sign in")
    }

    /// Expects the guard on the page, with a notice that the form wasn't processed.
    func expectGuard() {
      #expect(browser.heading == "Sign in")
      #expect(browser.notice?.contains("wasn't processed") == true)
      #expect(browser.notice?.contains("We kept what you typed") == true)
      #expect(guests.written == [])
    }
  }

  @Test(arguments: Shape.all)
  func `Text in a field of a screen is kept behind a guard`(shape: Shape) async throws {
    let site = try Site()
    let browser = site.browser
    try await site.open(shape)
    try browser.fill("Comment", with: "Hello")
    site.guests.isSignedIn = false
    try await browser.click("Send")
    site.expectGuard()

    // Signing in takes several submissions, and the page is reloaded in between.
    try await browser.click("Sign in")
    #expect(browser.heading == "Sign in")
    try await browser.reload()
    try await site.signIn()
    #expect(browser.heading == "Guestbook")
    #expect(try browser.field("Comment").value == "Hello")
    #expect(browser.notice?.contains("We restored what you typed") == true)
    #expect(site.guests.written == [])

    try await browser.click("Send")
    #expect(site.guests.written == ["Hello"])
    #expect(try browser.field("Comment").value == "")
    #expect(browser.notice == nil)
    try await browser.click("Look")
    #expect(try browser.field("Comment").value == "")
  }

  @Test(arguments: Shape.all)
  func `Text in a field of a sheet is kept behind a guard`(shape: Shape) async throws {
    let site = try Site()
    let browser = site.browser
    try await site.open(shape, "/entry")
    try browser.fill("Title", with: "Trip")
    try browser.fill("Text", with: "It rained")
    try browser.fill("Key", with: "secret")
    site.guests.isSignedIn = false
    try await browser.click("Save")
    site.expectGuard()
    try await site.signIn()
    #expect(browser.heading == "Entry")
    #expect(try browser.field("Title").value == "Trip")
    #expect(try browser.field("Text").value == "It rained")
    #expect(try browser.field("Key").value == "")
    try await browser.click("Save")
    #expect(site.guests.written == ["Trip: It rained"])
    #expect(browser.heading == "Guestbook")
    try await browser.click("Write")
    #expect(try browser.field("Text").value == "")
  }

  @Test(arguments: Shape.all)
  func `Kept text is restored when the sheet is open again, but not after Cancel`(shape: Shape)
    async throws
  {
    let site = try Site()
    let browser = site.browser
    try await site.open(shape, "/entry")
    try browser.fill("Text", with: "It rained")
    site.guests.isSignedIn = false
    try await browser.click("Save")
    // The user signs in elsewhere, so the page doesn't notice.
    site.guests.isSignedIn = true
    try await browser.reload()
    #expect(browser.heading == "Entry")
    #expect(try browser.field("Text").value == "It rained")
    try await browser.click("Cancel")
    #expect(browser.heading == "Guestbook")
    try await browser.click("Write")
    #expect(try browser.field("Text").value == "")
  }

  @Test func `Canceling a cover discards the kept text`() async throws {
    let site = try Site()
    let browser = site.browser
    try await site.open(Shape(path: "/cover", hasScene: true), "/entry")
    try browser.fill("Text", with: "It rained")
    site.guests.isSignedIn = false
    try await browser.click("Save")
    site.expectGuard()
    try await browser.click("Not now")
    try await site.signIn()
    #expect(browser.layers.map(\.title) == ["Guestbook"])
    try await browser.click("Write")
    #expect(try browser.field("Text").value == "")
  }

  @Test(arguments: ["/screen", "/cover"])
  func `Newly typed text replaces the kept text`(path: String) async throws {
    let site = try Site()
    let browser = site.browser
    try await site.open(Shape(path: path, hasScene: true))
    try browser.fill("Comment", with: "Hello")
    site.guests.isSignedIn = false
    try await browser.click("Send")
    site.expectGuard()
    site.guests.isSignedIn = true
    // The page with the typed text, as browsers keep it.
    try await browser.back()
    try browser.fill("Comment", with: "Hello, all")
    try await browser.click("Send")
    #expect(site.guests.written == ["Hello, all"])
    #expect(try browser.field("Comment").value == "")
  }

  @Test(arguments: ["/screen", "/cover"])
  func `Text from a page whose scene is gone is kept too`(path: String) async throws {
    let site = try Site()
    let browser = site.browser
    try await site.open(Shape(path: path, hasScene: true), "/entry")
    try browser.fill("Text", with: "It rained")
    site.guests.isSignedIn = false
    _ = try await site.sessions.removeSessions(idleSince: .now.advanced(by: .seconds(60)))
    try await site.flow.restart()
    try await browser.click("Save")
    site.expectGuard()
    try await site.signIn()
    #expect(browser.heading == "Entry")
    #expect(try browser.field("Text").value == "It rained")
  }

  @Test func `A link to the page of a kept field shows the text`() async throws {
    let site = try Site()
    let browser = site.browser
    try await site.open(Shape(path: "/screen", hasScene: true), "/entry")
    try browser.fill("Text", with: "It rained")
    let entry = browser.location
    site.guests.isSignedIn = false
    try await browser.click("Save")
    site.expectGuard()
    // The scene moves on, so the page is created from a copy of it.
    try await browser.click("Not now")
    try await site.signIn()
    #expect(browser.heading == "Guestbook")
    try await browser.open(entry)
    #expect(browser.heading == "Entry")
    #expect(try browser.field("Text").value == "It rained")
    try await browser.click("Save")
    #expect(site.guests.written == [": It rained"])
    try await browser.click("Write")
    #expect(try browser.field("Text").value == "")
  }
}
