import CairnTesting
import Foundation
import Testing
import Ways

@testable import Booking

/// Signing up, booking, and commenting, without and with the script, in both languages.
@Suite(.restarting) struct BookingFlowTests {
  @Test(.everyWay, arguments: Words.all)
  func `A member books a room, comments, and cancels`(words: Words) async throws {
    let site = try BookingSite()
    let user = try await site.member("Ann", in: words)
    #expect(user.html.contains("<html lang=\"\(words.tag)\""))
    #expect(user.heading == words("Rooms"))
    #expect(user.text.contains(words.week(of: BookingSite.now)))
    try await user.click(words.free(10))
    #expect(user.path == "/new/2026-11-23-10")
    #expect(user.heading == words("New booking"))
    try await user.fill(words("Title"), with: "Standup")
    try await user.click(words("Book"))
    #expect(user.path == "/")
    try await user.click("\(words.time(10)) Standup, Ann")
    #expect(user.path == "/bookings/1")
    let day = words.date(BookingSite.now, .house.weekday(.wide).day().month(.wide).year())
    #expect(user.topText.contains(day))
    #expect(user.topText.contains(words("%@ to %@", words.time(10), words.time(11))))
    try await user.fill(words("Comment"), with: "Bring cake")
    try await user.click(words("Add comment"))
    #expect(user.topText.contains("Bring cake"))
    #expect(try user.field(words("Comment")).value == "")
    try await user.click(words("Cancel the booking…"))
    #expect(user.heading == words("Cancel this booking?"))
    try await user.click(words("Cancel the booking"))
    #expect(user.path == "/")
    #expect(!user.text.contains("Standup"))
  }

  @Test(.everyWay, arguments: Words.all)
  func `Problems of a sign-up are shown at its fields`(words: Words) async throws {
    let site = try BookingSite()
    let user = try await site.flow.user(at: "/")
    if words.tag != "en" { try await user.click(words.name) }
    #expect(user.heading == words("Book a room"))
    try await user.fill(words("Name"), with: "Änne")
    try await user.fill(words("Password"), with: "kurz")
    try await user.click(words("Sign up"))
    let error = words("Choose a password with at least 8 characters.")
    #expect(try user.field(words("Password")).error == error)
    #expect(try user.field(words("Name")).value == "Änne")
    try await user.fill(words("Name"), with: "")
    try await user.fill(words("Password"), with: BookingSite.password)
    try await user.click(words("Sign up"))
    #expect(try user.field(words("Name")).error == words("Enter a name."))
  }

  @Test(.everyWay, arguments: Words.all)
  func `Problems of a booking are shown at its fields`(words: Words) async throws {
    let site = try BookingSite()
    let user = try await site.member("Ann", at: "/new/2026-11-24-15", in: words)
    try await user.click(words("Book"))
    #expect(try user.field(words("Title")).error == words("Enter a title."))
    try await user.fill(words("Title"), with: "Übergabe")
    try await user.choose(words("To"), words.time(15))
    try await user.click(words("Book"))
    let error = words("The booking must end after it begins.")
    #expect(try user.field(words("To")).error == error)
    try await user.choose(words("To"), words.time(17))
    try await user.click(words("Book"))
    #expect(user.path == "/")
    #expect(user.text.contains("\(words.time(15)) Übergabe, Ann"))
  }

  @Test(.everyWay, arguments: Words.all)
  func `Two members can't book the same hour`(words: Words) async throws {
    let site = try BookingSite()
    let ann = try await site.member("Ann", at: "/new/2026-11-23-10", in: words)
    let ben = try await site.member("Ben", at: "/new/2026-11-23-10", in: words)
    try await ben.fill(words("Title"), with: "Review")
    try await ben.choose(words("To"), words.time(12))
    try await ben.click(words("Book"))
    try await ann.fill(words("Title"), with: "Planning")
    try await ann.click(words("Book"))
    let key = "%@ has booked the room from %@ to %@. Choose another time."
    let error = words(key, "Ben", words.time(10), words.time(12))
    #expect(try ann.field(words("From")).error == error)
    #expect(try ann.field(words("Title")).value == "Planning")
    try await ann.choose(words("From"), words.time(13))
    try await ann.choose(words("To"), words.time(14))
    try await ann.click(words("Book"))
    #expect(ann.path == "/")
    #expect(ann.text.contains("Planning"))
  }

  @Test(.everyWay, arguments: Words.all)
  func `Links to a booking and a week open after signing in`(words: Words) async throws {
    let site = try BookingSite()
    try await site.book("Review")
    let user = try await site.member("Ann", at: "/bookings/1?week=2026-W50", in: words)
    #expect(user.heading == "Review")
    #expect(!user.buttons.contains(words("Cancel the booking…")))
    try await user.click(words("Close"))
    let day = TimeInterval(24 * 60 * 60)
    #expect(user.text.contains(words.week(of: BookingSite.now.addingTimeInterval(14 * day))))
    try await user.click(words("Previous week"))
    #expect(user.text.contains(words.week(of: BookingSite.now.addingTimeInterval(7 * day))))
    try await user.click(words("Sign out"))
    #expect(user.heading == words("Book a room"))
  }

  @Test(.everyWay, arguments: Words.all)
  func `A wrong password is rejected, and the name stays`(words: Words) async throws {
    let site = try BookingSite()
    let user = try await site.member("Ann", in: words)
    try await user.click(words("Sign out"))
    try await user.fill(words("Name"), with: "ann")
    try await user.fill(words("Password"), with: "a guess")
    try await user.click(words("Sign in"))
    let error = words("The name or the password is wrong.")
    #expect(try user.field(words("Password")).error == error)
    #expect(try user.field(words("Name")).value == "ann")
    try await user.fill(words("Password"), with: BookingSite.password)
    try await user.click(words("Sign in"))
    #expect(user.text.contains("Ann"))
  }

  @Test(.everyWay, arguments: Words.all)
  func `After too many attempts, a member must wait`(words: Words) async throws {
    let site = try BookingSite()
    let user = try await site.member("Ann", in: words)
    try await user.click(words("Sign out"))
    try await user.fill(words("Name"), with: "Ann")
    for _ in 1...5 {
      try await user.fill(words("Password"), with: "a guess")
      try await user.click(words("Sign in"))
    }
    let wrong = words("The name or the password is wrong.")
    #expect(try user.field(words("Password")).error == wrong)
    // The right password isn't verified now.
    try await user.fill(words("Password"), with: BookingSite.password)
    try await user.click(words("Sign in"))
    let parts = words("There were too many attempts. Try again at %@.")
      .components(separatedBy: "%@")
    let error = try #require(try user.field(words("Password")).error)
    #expect(error.hasPrefix(parts[0]))
    // The hour depends on the time zone of the browser.
    #expect(error.contains(":00:05"))
  }
}
