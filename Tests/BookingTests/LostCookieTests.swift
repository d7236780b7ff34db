import CairnTesting
import Foundation
import Testing
import Ways

@testable import Booking

/// A comment whose form arrives without the session's cookie. The guard asks the member to sign in again.
@Suite(.restarting, .withoutScript(.requests)) struct LostCookieTests {
  private static let comment = "Bring \"cake\" & <tea>"

  private func signUp(on site: BookingSite) async throws -> Browser {
    let booking = try await site.book("Standup")
    let browser = try await site.flow.browser(at: "/bookings/\(booking.id)")
    try browser.fill("Name", with: "Ann")
    try browser.fill("Password", with: BookingSite.password)
    try await browser.click("Sign up")
    return browser
  }

  /// Sends a comment without the cookie.
  private func send(on site: BookingSite) async throws -> Browser {
    let browser = try await signUp(on: site)
    try browser.fill("Comment", with: Self.comment)
    browser.removeCookies()
    try await browser.click("Add comment")
    try expectSignIn(in: browser)
    return browser
  }

  /// Sends a comment as the script does, first while the member is typing, and then without the cookie.
  /// - Parameter isEdited: Whether the second form names the field as one that the member has edited.
  private func sendTwice(on site: BookingSite, isEdited: Bool) async throws -> Browser {
    let browser = try await signUp(on: site)
    _ = try await browser.send(form(of: browser, ["~n=1"]))
    try await browser.reload()
    #expect(try browser.field("Comment").value == Self.comment)
    let button = try #require(try browser.control("Add comment")["value"])
    let edited = isEdited ? ["~typed=\(try nameOfField(in: browser))"] : []
    let form = try form(of: browser, ["~n=2", "~tap=\(button)"] + edited)
    browser.removeCookies()
    let response = try await browser.send(form)
    try browser.show(response, at: browser.location)
    return browser
  }

  /// A form of the script with the comment and other items.
  private func form(of browser: Browser, _ items: [String]) throws -> BrowserRequest {
    let form = try #require(browser.topLayer?.node)
    let token = try #require(form.first("input", where: ["name": "~token"])?["value"])
    let comment = try #require(
      Self.comment.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    let fields = ["\(try nameOfField(in: browser))=\(comment)", "~token=\(token)"]
    return BrowserRequest(
      method: "POST", target: try #require(form["action"]),
      headers: [
        ("Origin", browser.origin), ("Content-Type", "application/x-www-form-urlencoded"),
      ],
      body: Array((items + fields).joined(separator: "&").utf8))
  }

  private func nameOfField(in browser: Browser) throws -> String {
    try #require(try browser.fieldNode("Comment", in: nil)["name"])
  }

  private func expectSignIn(in browser: Browser) throws {
    #expect(browser.status == 409)
    #expect(browser.heading == "Book a room")
    let notice = try #require(browser.notice)
    #expect(notice.contains("didn't send this site's cookie"))
    #expect(notice.contains("We'll restore it when its field appears again."))
    #expect(notice.contains(Self.comment))
  }

  private func signIn(_ browser: Browser) async throws {
    try browser.fill("Name", with: "Ann")
    try browser.fill("Password", with: BookingSite.password)
    try await browser.click("Sign in")
  }

  @Test func `The text is in its field again after signing in, and is sent once`() async throws {
    let site = try BookingSite()
    let browser = try await send(on: site)
    // Other forms of the page keep it, too.
    try await browser.click("Sign in")
    try await signIn(browser)
    #expect(browser.path == "/bookings/1")
    #expect(try browser.field("Comment").value == Self.comment)
    #expect(try site.database.comments(on: 1).isEmpty)
    try await browser.click("Add comment")
    #expect(try site.database.comments(on: 1).map(\.text) == [Self.comment])
    #expect(try browser.field("Comment").value == "")
    try await browser.reload()
    #expect(try browser.field("Comment").value == "")
  }

  @Test func `Text that the script sent before is in its field again after signing in`()
    async throws
  {
    let site = try BookingSite()
    let browser = try await sendTwice(on: site, isEdited: true)
    try expectSignIn(in: browser)
    try await signIn(browser)
    #expect(browser.path == "/bookings/1")
    #expect(try browser.field("Comment").value == Self.comment)
    #expect(try site.database.comments(on: 1).isEmpty)
    try await browser.click("Add comment")
    #expect(try site.database.comments(on: 1).map(\.text) == [Self.comment])
    #expect(try browser.field("Comment").value == "")
  }

  @Test func `A value that the user hasn't edited is lost with the session`() async throws {
    let site = try BookingSite()
    let browser = try await sendTwice(on: site, isEdited: false)
    #expect(browser.status == 409)
    #expect(!browser.html.contains("Bring"))
    try await signIn(browser)
    #expect(browser.path == "/bookings/1")
    #expect(try browser.field("Comment").value == "")
  }

  @Test func `The text is discarded when the user leaves its sheet`() async throws {
    let site = try BookingSite()
    let browser = try await send(on: site)
    try await signIn(browser)
    #expect(try browser.field("Comment").value == Self.comment)
    try await browser.click("Close")
    try await browser.click("\(Words.all[0].time(9)) Standup, ben")
    #expect(browser.path == "/bookings/1")
    #expect(try browser.field("Comment").value == "")
    #expect(!browser.html.contains("Bring"))
  }

  @Test func `A browser without cookies keeps the text, and reads about cookies each time`()
    async throws
  {
    let site = try BookingSite()
    let browser = try await send(on: site)
    for _ in 1...2 {
      browser.removeCookies()
      try await signIn(browser)
      try expectSignIn(in: browser)
    }
    // From here on, the browser allows cookies.
    try await signIn(browser)
    #expect(try browser.field("Comment").value == Self.comment)
    #expect(try site.database.comments(on: 1).isEmpty)
  }
}
