import Testing

@testable import WebDriver

/// A comment in the booking sample whose form arrives without the session's cookie.
@Suite("Browser: a lost cookie")
struct LostCookieTests {
  /// With the script, the session had the text before the cookie was gone.
  @Test(arguments: [true, false])
  func `Typed text is in its field again after signing in`(javaScript: Bool) async throws {
    try await BookingVisit.run(Chromium.Options(javaScript: javaScript)) { chromium in
      try await BookingVisit.book("Review", in: chromium)
      try await BookingVisit.press("/bookings/1", in: chromium)
      try await chromium.fill("Comment", with: "Bring cake")
      try await chromium.settle()
      try await chromium.devTools("Network.clearBrowserCookies")
      try await chromium.click("Add comment")
      #expect(try await chromium.heading == "Book a room")
      let text = try await chromium.text
      #expect(text.contains("didn't send this site's cookie"))
      #expect(text.contains("“Bring cake”"))
      try await chromium.fill("Name", with: "Ann")
      try await chromium.fill("Password", with: BookingVisit.password)
      try await chromium.click("Sign in")
      try await chromium.waitFor("the booking") { try await chromium.heading == "Review" }
      #expect(try await chromium.value(of: "Comment") == "Bring cake")
      try await chromium.click("Add comment")
      try await chromium.waitFor("the comment") {
        try await chromium.text.contains("Bring cake")
      }
      // With the script, the comment can appear before the field is emptied.
      try await chromium.waitFor("the empty field") {
        try await chromium.value(of: "Comment") == ""
      }
      // The console reports that the first form wasn't processed.
      _ = try await chromium.complaints
    }
  }
}
