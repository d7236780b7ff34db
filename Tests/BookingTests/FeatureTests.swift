import Cairn
import CairnTesting
import Foundation
import GRDB
import Testing

@testable import Booking

/// The features without pages.
@MainActor struct FeatureTests {
  private func form(
    _ database: HouseDatabase
  ) -> TestStore<ReservationForm.State, ReservationForm.Action> {
    let state = ReservationForm.State(room: .oak, slot: Slot(BookingSite.now.atHouseHour(9)))
    let session = BrowserSession(id: UUID())
    session.signIn(as: "Ann")
    return TestStore(initialState: state) {
      ReservationForm()
    } withDependencies: {
      $0.date.now = BookingSite.now
      $0.house = database
      $0.session = session
    }
  }

  @Test func `A booking needs a title and must end after it begins`() async throws {
    let store = form(try HouseDatabase())
    await store.send(.bookTapped) { $0.problem = .noTitle }
    await store.send(\.binding.title, "Review") {
      $0.title = "Review"
      $0.problem = nil
    }
    await store.send(\.binding.lastHour, 9) { $0.lastHour = 9 }
    await store.send(.bookTapped) { $0.problem = .endsTooEarly }
  }

  @Test func `A failed booking keeps the typed title`() async throws {
    let database = try HouseDatabase()
    try database.writer.close()
    let store = form(database)
    await store.send(\.binding.title, "Review") { $0.title = "Review" }
    await store.send(.bookTapped) { $0.saving.isRunning = true }
    await store.receive(\.rejected) {
      $0.saving.isRunning = false
      $0.problem = .failed
    }
  }

  @Test(arguments: ["2026-W48", "2026-W53", "2027-W1"])
  func `A week has one text`(text: String) throws {
    let week = try #require(Week(routeSegment: text))
    #expect(week.routeSegment == text)
    #expect(week.moved(by: 1).moved(by: -1) == week)
    #expect(week.days.count == 5)
  }

  @Test(arguments: ["2027-W53", "2026-W00", "2026-W1 ", "1026-W1", "48", "2026-W48-W1"])
  func `Other texts aren't weeks`(text: String) {
    #expect(Week(routeSegment: text) == nil)
  }

  @Test(arguments: [
    "2026-11-23-7", "2026-11-23-18", "2026-11-28-10", "2026-2-30-10", "2026-11-23-010",
  ])
  func `The house is closed at other times`(text: String) {
    #expect(Slot(routeSegment: "2026-11-23-10")?.routeSegment == "2026-11-23-10")
    #expect(Slot(routeSegment: text) == nil)
  }

  @Test func `All texts are in the catalog`() {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/Booking").path
    expectCompleteStrings(of: BookingApp.self, sources: [sources])
  }
}
