import CairnTesting
import Foundation
import Testing
import Ways

@testable import Booking

/// The focus of pages that browsers load without the script.
@Suite(.withoutScript(.requests)) struct BookingFocusFlowTests {
  /// Returns the paths of the links with the focus.
  private func focused(in user: FlowUser) -> [Substring] {
    let links = user.topLayer?.node.descendants.filter { $0["autofocus"] != nil } ?? []
    return links.map { ($0["href"] ?? "").prefix { $0 != "?" } }
  }

  @Test func `After booking, the focus is on the booking that has replaced the hour`() async throws
  {
    let (site, words) = (try BookingSite(), Words.all[0])
    let user = try await site.member("Ann")
    try await user.click(words.free(10))
    #expect(user.path == "/new/2026-11-23-10")
    try await user.fill(words("Title"), with: "Review")
    try await user.click(words("Book"))
    #expect(user.path == "/")
    #expect(focused(in: user) == ["/bookings/1"])
    // Later pages don't move the focus.
    try await user.reload()
    #expect(focused(in: user) == [])
  }

  @Test func `After a booking is canceled, the focus is on the hour that has replaced it`()
    async throws
  {
    let (site, words) = (try BookingSite(), Words.all[0])
    let user = try await site.member("Ann", at: "/new/2026-11-23-10")
    try await user.fill(words("Title"), with: "Review")
    try await user.click(words("Book"))
    try await user.click("\(words.time(10)) Review, Ann")
    #expect(user.path == "/bookings/1")
    try await user.click(words("Cancel the booking…"))
    try await user.click(words("Cancel the booking"))
    #expect(user.path == "/")
    #expect(focused(in: user) == ["/new/2026-11-23-10"])
  }
}
