import CairnHTTP
import Foundation
import Testing

@testable import CairnEndpoints

/// Bodies of requests, as JSON and as forms.
@Suite struct EndpointBodyTests {
  private struct Booking: Decodable {
    var room: Int
    var guests: [Guest] = []
    var start: Date?

    struct Guest: Decodable {
      var name: String
    }

    enum CodingKeys: CodingKey { case room, guests, start }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      room = try values.decode(Int.self, forKey: .room)
      guests = try values.decodeIfPresent([Guest].self, forKey: .guests) ?? []
      start = try values.decodeIfPresent(Date.self, forKey: .start)
    }
  }

  private func book(_ body: String, type: String? = "application/json") async throws -> Answer {
    let site = try Site {
      Endpoint(.post, "/bookings") { request in
        let booking = try request.json(as: Booking.self)
        return .text("\(booking.room) \(booking.guests.map(\.name))")
      }
    }
    var headers: HTTPHeaders = [:]
    headers["Content-Type"] = type
    return try await site.answer(.post, "/bookings", headers: headers, body: body)
  }

  @Test(arguments: [
    "application/json", "APPLICATION/JSON ; charset=utf-8", "application/vnd.rooms+json",
  ])
  func `JSON is decoded`(type: String) async throws {
    let answer = try await book(
      #"{"room":7,"guests":[{"name":"Zo\u00eb"}],"start":"2026-01-31T12:00:00Z"}"#, type: type)
    #expect(answer.status == 200)
    #expect(answer.text == #"7 ["Zoë"]"#)
  }

  @Test(arguments: [
    nil, "", "text/plain", "application/jsonx", "application/x-www-form-urlencoded",
    "text/json; application/json", "multipart/form-data",
  ])
  func `Another type is rejected`(type: String?) async throws {
    let answer = try await book("{\"room\":7}", type: type)
    #expect(answer.status == 415)
    #expect(answer.headers["Content-Type"] == "application/problem+json")
  }

  @Test(arguments: [
    ("", 400, "The body isn't valid JSON."), ("{", 400, "The body isn't valid JSON."),
    ("{\"room\":7}x", 400, "The body isn't valid JSON."),
    ("[]", 422, "The body doesn't have the expected form."),
    ("{}", 422, "“room” is missing."), (#"{"room":"7"}"#, 422, "“room” isn't valid."),
    (#"{"room":7.5}"#, 422, "The body doesn't have the expected form."),
    (#"{"room":null}"#, 422, "“room” isn't valid."),
    (#"{"room":7,"guests":[{"name":"A"},{}]}"#, 422, "“guests[1].name” is missing."),
    (#"{"room":7,"start":"tomorrow"}"#, 422, "The body doesn't have the expected form."),
    ("{\"room\":\"\(String(repeating: "\u{301}", count: 31))\"}", 400, "combining marks"),
    ("{\"room\":\"\(String(repeating: #"\u0301"#, count: 31))\"}", 400, "combining marks"),
    (String(repeating: "[", count: 100_000), 400, "The body isn't valid JSON."),
  ])
  func `JSON that can't be decoded is a problem`(
    body: String, status: Int, detail: String
  ) async throws {
    let answer = try await book(body)
    #expect(answer.status == status)
    #expect(answer.text.contains(detail), "\(answer.text)")
  }

  /// In UTF-16 and UTF-32, characters such as combining marks can look like valid UTF-8.
  @Test(arguments: [
    [0x22, 0xFF, 0x22], [0x22, 0, 0x01, 0x03, 0x22, 0], [0, 0x22, 0x03, 0x01, 0, 0x22],
    [0x22, 0, 0, 0, 0x01, 0x03, 0, 0, 0x22, 0, 0, 0],
  ])
  func `JSON that isn't UTF-8 is a problem`(body: [UInt8]) async throws {
    let site = try Site {
      Endpoint(.post, "/") { request in .text(try request.json(as: String.self)) }
    }
    let request = try #require(
      HTTPRequest(
        method: .post, target: "/", headers: ["Content-Type": "application/json"], body: body))
    #expect(try await site.answer(to: request)?.status == 400)
  }

  @Test(arguments: [
    ("{}", 409, "It's booked."), ("{\"other\":1}", 422, "The body doesn't have the expected form."),
    ("{", 400, "The body isn't valid JSON."),
  ])
  func `A type's own errors have their own status`(
    body: String, status: Int, detail: String
  ) async throws {
    struct Other: Error {}
    struct Room: Decodable {
      init(from decoder: any Decoder) throws {
        let values = try decoder.singleValueContainer().decode([String: Int].self)
        guard values.isEmpty else { throw Other() }
        throw HTTPProblem(status: .conflict, detail: "It's booked.")
      }
    }
    let site = try Site {
      Endpoint(.post, "/") { request in
        _ = try request.json(as: Room.self)
        return .noContent
      }
    }
    let answer = try await site.answer(
      .post, "/", headers: ["Content-Type": "application/json"], body: body)
    #expect(answer.status == status)
    #expect(answer.text.contains(detail), "\(answer.text)")
  }

  @Test(arguments: [("", 200), ("; charset=utf-8", 200), ("; charset=utf-7", 415)])
  func `A form must be UTF-8`(parameter: String, status: Int) async throws {
    let site = try Site {
      Endpoint(.post, "/") { request in .text(try request.form()("name")) }
    }
    let answer = try await site.answer(
      .post, "/",
      headers: ["Content-Type": "application/x-www-form-urlencoded\(parameter)"], body: "name=Oak")
    #expect(answer.status == status)
  }

  @Test(arguments: [
    (#""\u0301""#, true), (#""\ud83d\ude00""#, true), (#""\\u0301""#, true), (#""\u03""#, true),
    (#""\"#, true), (String(repeating: #"\ud834\udd65"#, count: 31), false),
    (String(repeating: "a\u{301}", count: 1000), true),
  ])
  func `Escaped characters count as combining marks`(text: String, isSafe: Bool) {
    #expect(JSONText.isStreamSafe(Array(text.utf8)) == isSafe)
  }

  @Test func `A decoder of one's own is used`() async throws {
    struct Value: Decodable { var roomName: String }
    let site = try Site {
      Endpoint(.post, "/") { request in
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return .text(try request.json(as: Value.self, decoder: decoder).roomName)
      }
    }
    let answer = try await site.answer(
      .post, "/", headers: ["Content-Type": "application/json"], body: #"{"room_name":"Oak"}"#)
    #expect(answer.text == "Oak")
  }

  private func form(
    _ body: String, type: String, fields: [(name: String, value: String)] = []
  ) async throws -> Answer {
    let site = try Site {
      Endpoint(.post, "/") { request in
        let form = try request.form()
        return .text("\(try form("name")) \(try form("count", default: 1))")
      }
    }
    return try await site.answer(
      .post, "/", headers: ["Content-Type": type], form: fields, body: body)
  }

  @Test func `A URL-encoded form is read from bytes`() async throws {
    let answer = try await form(
      "name=Zo%C3%AB+K&count=3", type: "application/x-www-form-urlencoded; charset=utf-8")
    #expect(answer.text == "Zoë K 3")
  }

  @Test func `A form that the server has read is available`() async throws {
    let answer = try await form(
      "", type: "multipart/form-data; boundary=x", fields: [("name", "A")])
    #expect(answer.text == "A 1")
  }

  @Test(arguments: [
    ("name=A", "text/plain", 415), ("name=A", "multipart/form-data; boundary=x", 415),
    ("", "application/json", 415), ("name=%", "application/x-www-form-urlencoded", 400),
    ("count=3", "application/x-www-form-urlencoded", 422),
    ("name=A&count=x", "application/x-www-form-urlencoded", 422),
  ])
  func `A form that can't be read is a problem`(
    body: String, type: String, status: Int
  ) async throws {
    let answer = try await form(body, type: type)
    #expect(answer.status == status)
    #expect(answer.headers["Content-Type"] == "application/problem+json")
  }
}
