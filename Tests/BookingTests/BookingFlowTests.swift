import CairnTesting
import Testing
import Ways

@testable import Booking

/// Signing up, booking, and commenting, without and with the script.
@Suite(.restarting) struct BookingFlowTests {
  @Test(.everyWay) func `A member books a room, comments, and cancels`() async throws {
    let site = try BookingSite()
    let user = try await site.member("Ann")
    #expect(user.heading == "Rooms")
    #expect(user.text.contains("Week of November 23, 2026"))
    try await user.click("Book Monday 23, 10:00 AM")
    #expect(user.path == "/new/2026-11-23-10")
    try await user.fill("Title", with: "Standup")
    try await user.click("Book")
    #expect(user.path == "/")
    try await user.click("10:00 AM Standup, Ann")
    #expect(user.path == "/bookings/1")
    #expect(user.topText.contains("Monday, November 23, 2026"))
    try await user.fill("Comment", with: "Bring cake")
    try await user.click("Add comment")
    #expect(user.topText.contains("Bring cake"))
    #expect(try user.field("Comment").value == "")
    try await user.click("Cancel the booking…")
    try await user.click("Cancel the booking")
    #expect(user.path == "/")
    #expect(!user.text.contains("Standup"))
  }

  @Test(.everyWay) func `A member books in German`() async throws {
    let site = try BookingSite()
    let user = try await site.flow.user(at: "/")
    try await user.click("Deutsch")
    #expect(user.heading == "Raum buchen")
    try await user.fill("Name", with: "Änne")
    try await user.fill("Passwort", with: "kurz")
    try await user.click("Registrieren")
    #expect(try user.field("Passwort").error?.contains("mindestens 8 Zeichen") == true)
    try await user.fill("Passwort", with: BookingSite.password)
    try await user.click("Registrieren")
    #expect(user.heading == "Räume")
    #expect(user.text.contains("Woche vom 23. November 2026"))
    #expect(user.text.contains("4 Plätze"))
    try await user.open("/new/2026-11-24-15")
    try await user.fill("Titel", with: "Übergabe")
    try await user.click("Buchen")
    #expect(user.text.contains("15:00"))
    #expect(user.text.contains("Übergabe"))
  }

  @Test(.everyWay) func `Two members can't book the same hour`() async throws {
    let site = try BookingSite()
    let ann = try await site.member("Ann", at: "/new/2026-11-23-10")
    let ben = try await site.member("Ben", at: "/new/2026-11-23-10")
    try await ben.fill("Title", with: "Review")
    try await ben.choose("To", "12:00 PM")
    try await ben.click("Book")
    try await ann.fill("Title", with: "Planning")
    try await ann.click("Book")
    let error = try #require(try ann.field("From").error)
    #expect(error.contains("has booked the room from 10:00 AM to 12:00 PM"))
    #expect(try ann.field("Title").value == "Planning")
    try await ann.choose("From", "1:00 PM")
    try await ann.choose("To", "2:00 PM")
    try await ann.click("Book")
    #expect(ann.path == "/")
    #expect(ann.text.contains("Planning"))
  }

  @Test(.everyWay) func `Links to a booking and a week open after signing in`() async throws {
    let site = try BookingSite()
    try await site.book("Review")
    let user = try await site.member("Ann", at: "/bookings/1?week=2026-W50")
    #expect(user.heading == "Review")
    #expect(!user.buttons.contains("Cancel the booking…"))
    try await user.click("Close")
    #expect(user.text.contains("Week of December 7, 2026"))
    try await user.click("Previous week")
    #expect(user.text.contains("Week of November 30, 2026"))
    try await user.click("Sign out")
    #expect(user.heading == "Book a room")
  }

  @Test(.everyWay) func `A wrong password is rejected, and the name stays`() async throws {
    let site = try BookingSite()
    let user = try await site.member("Ann")
    try await user.click("Sign out")
    try await user.fill("Name", with: "ann")
    try await user.fill("Password", with: "a guess")
    try await user.click("Sign in")
    #expect(try user.field("Password").error == "The name or the password is wrong.")
    #expect(try user.field("Name").value == "ann")
    try await user.fill("Password", with: BookingSite.password)
    try await user.click("Sign in")
    #expect(user.text.contains("Ann"))
  }
}
