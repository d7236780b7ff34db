import Cairn
import CairnServer
import Foundation

extension BookingApp {
  /// The endpoints have the same guard as the pages.
  static var endpoints: [Endpoint] { files.map { $0.guarded(by: .signedIn) } }

  @EndpointBuilder private static var files: [Endpoint] {
    Endpoint(.get, "/api/rooms/:id/bookings") { request in
      .json(try upcoming(request.path("id", as: Room.self)))
    }

    Endpoint(.get, "/rooms/:id/bookings.ics") { request in
      @Dependency(\.date.now) var now
      let room = try request.path("id", as: Room.self)
      let text = ICalendar(try upcoming(room), at: now).text
      return .text(text, contentType: "text/calendar; charset=utf-8")
        .download(as: "\(room.name).ics")
    }

    Endpoint(.get, "/rooms/:id/week.csv") { request in
      @Dependency(\.house) var house
      @Dependency(\.locale) var locale
      let room = try request.path("id", as: Room.self)
      let week = try request.query("week", as: Week.self)
      let header = ["Day", "From", "To", "Title", "Booked by"].map { String(localized: $0) }
      let rows = try house.reservations(of: room, in: week.range).map { reservation in
        CSVRow([
          reservation.start.formatted(.house.day().month().year().locale(locale)),
          reservation.start.formatted(.houseTime.locale(locale)),
          reservation.end.formatted(.houseTime.locale(locale)),
          reservation.title, reservation.member,
        ])
      }
      return .csv([CSVRow(header)] + rows)
        .download(as: "\(room.name) \(week.routeSegment).csv")
    }

    Endpoint(.get, "/rooms/:id/plan.svg") { request in
      let room = try request.path("id", as: Room.self)
      return .file("\(resources)/Plans/\(room.rawValue).svg").download(as: "\(room.name).svg")
    }
  }

  /// Returns the bookings of a room from the current week on.
  private static func upcoming(_ room: Room) throws -> [Reservation] {
    @Dependency(\.date.now) var now
    @Dependency(\.house) var house
    return try house.reservations(of: room, in: Week(containing: now).start..<Date.distantFuture)
  }
}
