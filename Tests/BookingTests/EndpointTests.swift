import CairnServer
import CairnTesting
import Foundation
import GRDB
import Testing
import Ways

@testable import Booking

/// The JSON, the exports, and the downloads.
@Suite(.withoutScript(.requests)) struct EndpointTests {
  private func get(
    _ target: String, _ site: BookingSite, headers: [(String, String)] = []
  ) async throws -> BrowserResponse {
    let browser = try await site.flow.browser(at: "/")
    try browser.fill("Name", with: "Ann")
    try browser.fill("Password", with: BookingSite.password)
    try await browser.click("Sign up")
    let cookies = browser.cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    return try await site.flow.transport.send(
      BrowserRequest(target: target, headers: headers + [("Cookie", cookies)]))
  }

  @Test(
    arguments: [
      "/api/rooms/1/bookings", "/rooms/1/bookings.ics", "/rooms/1/week.csv?week=2026-W48",
      "/rooms/1/plan.svg",
    ])
  func `Visitors must sign in first`(target: String) async throws {
    let response = try await BookingSite().flow.transport.send(BrowserRequest(target: target))
    #expect(response.status == 401)
  }

  @Test func `The bookings of a room are JSON`() async throws {
    let site = try BookingSite()
    let reservation = try await site.book("Review")
    let response = try await get("/api/rooms/1/bookings", site)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let bookings = try decoder.decode([Reservation].self, from: Data(response.body))
    #expect(bookings == [reservation])
    #expect(try await get("/api/rooms/9/bookings", BookingSite()).status == 404)
  }

  @Test func `A week is CSV in the language of the browser`() async throws {
    let site = try BookingSite()
    try await site.book("＝1+1 \"Review\"")
    let response = try await get(
      "/rooms/1/week.csv?week=2026-W48", site, headers: [("Accept-Language", "de")])
    #expect(
      response.text == """
        "Tag","Von","Bis","Titel","Gebucht von"\r
        "23. Nov. 2026","09:00","10:00","'＝1+1 ""Review""\","ben"\r

        """)
    #expect(response.header("Content-Disposition")?.contains("Birch 2026-W48.csv") == true)
  }

  @Test func `A calendar has the bookings in UTC`() async throws {
    let site = try BookingSite()
    try await site.book("Review, part 2", note: "Bring:\ncake; tea")
    let text = try await get("/rooms/1/bookings.ics", site).text
    #expect(text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"))
    #expect(text.contains("\r\nDTSTART:20261123T080000Z\r\nDTEND:20261123T090000Z\r\n"))
    #expect(text.contains("\r\nSUMMARY:Review\\, part 2\r\n"))
    #expect(text.contains("\r\nDESCRIPTION:Bring:\\ncake\\; tea\r\n"))
  }

  @Test func `A part of a floor plan can be requested, and its copy can be checked`() async throws {
    let site = try BookingSite()
    let part = try await get("/rooms/2/plan.svg", site, headers: [("Range", "bytes=0-3")])
    #expect(part.status == 206)
    #expect(part.text == "<svg")
    #expect(part.header("Content-Disposition")?.contains("Maple.svg") == true)
    let tag = try #require(part.header("ETag"))
    let other = try await get("/rooms/2/plan.svg", BookingSite(), headers: [("If-None-Match", tag)])
    #expect(other.status == 304)
  }

  @Test(arguments: [(true, 200, "ok\n"), (false, 503, "failed: database\n")])
  func `The server is ready if its database works`(
    isWorking: Bool, status: Int, text: String
  ) async throws {
    let site = try BookingSite()
    let server = site.flow.server
    try server.start()
    if !isWorking {
      try await site.database.writer.write {
        try $0.execute(sql: "DROP TABLE comment; DROP TABLE reservation")
      }
    }
    let response = try await site.flow.transport.send(BrowserRequest(target: "/~ready"))
    #expect(response.status == status)
    #expect(response.text == text)
    await server.stop()
  }

  @Test func `Long lines of a calendar are folded between characters`() {
    let title = String(repeating: "ä", count: 100)
    let reservation = Reservation(
      room: .oak, member: "Ann", title: title, note: "", start: BookingSite.now,
      end: BookingSite.now)
    let text = ICalendar([reservation], at: BookingSite.now).text
    #expect(text.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 75 })
    #expect(text.replacing("\r\n ", with: "").contains("\r\nSUMMARY:\(title)\r\n"))
  }
}
