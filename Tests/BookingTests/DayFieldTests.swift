import CairnTesting
import Foundation
import Testing
import Ways

@testable import Booking

/// The field for a day whose week is shown, in browsers without the script.
@Suite(.withoutScript(.requests)) struct DayFieldTests {
  @Test(arguments: Words.all)
  func `A day in the field shows its week`(words: Words) async throws {
    let site = try BookingSite()
    let user = try await site.member("Ann", in: words)
    // The day is in the time zone of the house.
    #expect(try user.field(words("Day")).value == "2026-11-23")
    try await user.fill(words("Day"), with: "2026-12-09")
    try await user.click(words("Show"))
    let week = words.week(of: BookingSite.now.addingTimeInterval(14 * 24 * 60 * 60))
    #expect(user.text.contains(week))
    #expect(try user.field(words("Day")).value == "2026-12-07")
    try await user.fill(words("Day"), with: "1999-12-31")
    try await user.click(words("Show"))
    #expect(try user.field(words("Day")).error != nil)
    #expect(user.text.contains(week))
  }
}
