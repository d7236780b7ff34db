import CairnServer
import CairnTesting
import Foundation
import Testing

/// Endpoints next to pages, in process and over HTTP.
@Suite(.timeLimit(.minutes(30))) struct EndpointServerTests {
  private static let json = [("Content-Type", "application/json")]

  @Test(arguments: EndpointWay.allCases)
  func `An endpoint and a page have paths of the same server`(way: EndpointWay) async throws {
    try await withEndpoints(way) { site in
      let room = try await site.send("GET", "/api/rooms/7?name=Z%C3%BCrich")
      #expect(room.status == 200)
      #expect(room.header("Content-Type") == "application/json")
      #expect(room.text == #"{"name":"Zürich","room":7}"#)
      for path in ["/", "/rooms"] {
        let page = try await site.send("GET", path)
        #expect(page.status == 200)
        #expect(page.text.contains("The page of the rooms"))
      }
    }
  }

  @Test(arguments: EndpointWay.allCases)
  func `An application's endpoints are below its path`(way: EndpointWay) async throws {
    try await withEndpoints(way) { site in
      for path in ["/export.csv", "/rooms/export.csv"] {
        let export = try await site.send("GET", path)
        #expect(export.status == 200)
        #expect(export.text == "id,name\n7,Oak\n")
        #expect(export.header("Content-Type") == "text/csv; charset=utf-8")
        #expect(
          export.header("Content-Disposition")
            == "attachment; filename=\"R_ume.csv\"; filename*=UTF-8''R%C3%A4ume.csv")
      }
    }
  }

  @Test(arguments: EndpointWay.allCases)
  func `A path that no endpoint has is a page's`(way: EndpointWay) async throws {
    try await withEndpoints(way) { site in
      for path in ["/api", "/api/rooms", "/api/rooms/7/x", "/API/rooms/7"] {
        let page = try await site.send("GET", path)
        #expect(page.status == 404)
        #expect(page.header("Content-Type") == "text/html; charset=utf-8")
      }
    }
  }

  @Test(
    arguments: [
      ("GET", "/api/rooms/x", 404, "The “id” in the path isn't valid."),
      ("GET", "/api/rooms/%00", 404, "The “id” in the path isn't valid."),
      ("GET", "/api/rooms/8", 404, "There's no such room."),
      ("GET", "/failure", 500, nil), ("POST", "/api/rooms/7", 405, nil),
      ("GET", "/hook", 405, nil),
    ] as [(String, String, Int, String?)], EndpointWay.allCases)
  func `Problems are JSON with the header fields of pages`(
    request: (method: String, target: String, status: Int, detail: String?), way: EndpointWay
  ) async throws {
    try await withEndpoints(way) { site in
      let answer = try await site.send(request.method, request.target)
      #expect(answer.status == request.status)
      #expect(answer.header("Content-Type") == "application/problem+json")
      #expect(answer.header("X-Content-Type-Options") == "nosniff")
      #expect(answer.header("Cache-Control") == "no-store")
      let object = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
      #expect(object?["status"] as? Int == request.status)
      #expect(object?["detail"] as? String == request.detail)
      #expect(!answer.text.contains("password"))
    }
  }

  @Test(
    arguments: [
      ("GET", "/api/rooms/8", 404, "There&#39;s no such room."), ("GET", "/failure", 500, nil),
      ("GET", "/hook", 405, nil), ("PUT", "/api/rooms/7", 405, nil),
      ("POST", "/api/bookings", 415, nil),
    ] as [(String, String, Int, String?)], EndpointWay.allCases)
  func `A browser gets a problem as a page`(
    request: (method: String, target: String, status: Int, detail: String?), way: EndpointWay
  ) async throws {
    try await withEndpoints(way) { site in
      let accept = [("Accept", "text/html,*/*;q=0.8"), ("Content-Type", "text/plain")]
      let answer = try await site.send(
        request.method, request.target, headers: accept,
        body: request.method == "GET" ? "" : "{}")
      #expect(answer.status == request.status)
      #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
      #expect(answer.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
      #expect(answer.header("Cache-Control") == "no-store")
      #expect(answer.header("Vary")?.contains("Accept") == true)
      #expect(answer.text.contains("\(request.status)"))
      #expect(request.detail.map { answer.text.contains($0) } != false)
      #expect(!answer.text.contains("password"))
      if request.status == 405 { #expect(answer.header("Allow") != nil) }
    }
  }

  @Test func `HEAD has the header of GET, over HTTP`() async throws {
    try await withEndpoints(.socket) { site in
      let get = try await site.send("GET", "/api/rooms/7")
      let head = try await site.send("HEAD", "/api/rooms/7", isOwn: false)
      #expect(head.status == 200)
      #expect(head.body == [])
      #expect(head.header("Content-Length") == get.header("Content-Length"))
      #expect(try await site.send("HEAD", "/file", isOwn: false).status == 404)
    }
  }

  @Test(arguments: EndpointWay.allCases)
  func `OPTIONS and other methods get the methods of the path`(way: EndpointWay) async throws {
    try await withEndpoints(way) { site in
      let allowed = "PUT, PATCH, DELETE, OPTIONS"
      let options = try await site.send("OPTIONS", "/api/bookings/1", isOwn: false)
      #expect(options.status == 204)
      #expect(options.header("Allow") == allowed)
      for method in ["GET", "POST"] {
        let answer = try await site.send(
          method, "/api/bookings/1", headers: Self.json, body: "{}")
        #expect(answer.status == 405)
        #expect(answer.header("Allow") == allowed)
      }
      for method in ["PUT", "PATCH", "DELETE", "OPTIONS"] {
        let page = try await site.send(method, "/rooms", isOwn: false)
        #expect(page.status == 405)
        #expect(page.header("Allow") == "GET, HEAD, POST")
        #expect(page.header("Content-Type") == "text/html; charset=utf-8")
        let withBody = try await site.send(method, "/rooms", headers: Self.json, body: "{}")
        #expect(withBody.status == 405)
      }
    }
  }

  @Test func `A method that no endpoint has is rejected over HTTP`() async throws {
    try await withEndpoints(.socket) { site in
      let answer = try await site.send("BREW", "/api/rooms/7")
      #expect(answer.status == 405)
      #expect(answer.header("Allow") == "GET, HEAD, OPTIONS")
      let page = try await site.send("BREW", "/rooms")
      #expect(page.status == 405)
      #expect(page.header("Allow") == "GET, HEAD, POST")
      #expect(try await site.send("OPTIONS", "*", isOwn: false).status == 405)
    }
  }

  // MARK: Bodies

  @Test(arguments: EndpointWay.allCases)
  func `A JSON body is decoded`(way: EndpointWay) async throws {
    try await withEndpoints(way) { site in
      let booking = try await site.send(
        "POST", "/api/bookings", headers: Self.json, body: #"{"room":7,"name":"Ann"}"#)
      #expect(booking.status == 201)
      #expect(booking.text == #"{"name":"Ann","room":7}"#)
    }
  }

  @Test(
    arguments: [
      ("{}", "application/json", 422), ("{", "application/json", 400),
      ("{}", "text/plain", 415), ("a=b", "application/x-www-form-urlencoded", 415),
      (String(repeating: " ", count: 1001), "application/json", 413),
    ], EndpointWay.allCases)
  func `A body that can't be decoded is a problem`(
    request: (body: String, type: String, status: Int), way: EndpointWay
  ) async throws {
    try await withEndpoints(way) { site in
      let answer = try await site.send(
        "POST", "/api/bookings", headers: [("Content-Type", request.type)], body: request.body)
      #expect(answer.status == request.status)
      #expect(answer.header("Content-Type") == "application/problem+json")
    }
  }

  @Test(arguments: EndpointWay.allCases)
  func `PUT, PATCH, and DELETE have their endpoints`(way: EndpointWay) async throws {
    try await withEndpoints(way) { site in
      for (method, text) in [("PUT", "put 5"), ("PATCH", "patch 5"), ("DELETE", "delete 5")] {
        let answer = try await site.send(
          method, "/api/bookings/1", headers: [("Content-Type", "x/y")], body: "12345")
        #expect(answer.text == text)
        #expect(answer.status == 200)
      }
      #expect(try await site.send("DELETE", "/api/bookings/1").status == 204)
    }
  }

  @Test func `A large body is read up to the endpoint's limit, over HTTP`() async throws {
    try await withEndpoints(.socket) { site in
      let limit = 1024 * 1024
      let most = String(repeating: "x", count: limit)
      let answer = try await site.send("PUT", "/api/bookings/1", body: most)
      #expect(answer.text == "put \(limit)")
      let over = try await site.send("PUT", "/api/bookings/1", body: most + "x")
      #expect(over.status == 413)
      #expect(over.header("Content-Type") == "application/problem+json")
    }
  }

  @Test(arguments: EndpointWay.allCases)
  func `A form's files are on disk while the endpoint runs`(way: EndpointWay) async throws {
    try await withEndpoints(way) { site in
      let parts = [
        "Content-Disposition: form-data; name=\"title\"\r\n\r\nLetters",
        "Content-Disposition: form-data; name=\"file\"; filename=\"../x/a.txt\"\r\n\r\nDear you",
      ]
      let body = parts.map { "--x\r\n\($0)\r\n" }.joined() + "--x--\r\n"
      let answer = try await site.send(
        "POST", "/upload", headers: [("Content-Type", "multipart/form-data; boundary=x")],
        body: body)
      #expect(answer.text == #"Letters: ["a.txt Dear you"]"#)
    }
  }

  @Test func `A form endpoint rejects other bodies over HTTP`() async throws {
    try await withEndpoints(.socket) { site in
      let answer = try await site.send("POST", "/upload", headers: Self.json, body: "{}")
      #expect(answer.status == 415)
      #expect(answer.header("Content-Type") == "application/problem+json")
    }
  }

  // MARK: Other sites

  @Test(
    arguments: [
      [("Origin", "https://evil.example")], [("Origin", "null")],
      [("Sec-Fetch-Site", "cross-site")], [],
    ], EndpointWay.allCases)
  func `A request of another site is rejected before its body is read`(
    headers: [(String, String)], way: EndpointWay
  ) async throws {
    try await withEndpoints(way) { site in
      for (method, target) in [
        ("POST", "/api/bookings"), ("PUT", "/api/bookings/1"), ("DELETE", "/api/bookings/1"),
      ] {
        let answer = try await site.send(
          method, target, headers: headers + Self.json, body: "{}", isOwn: false)
        #expect(answer.status == 403)
        #expect(answer.header("Content-Type") == "application/problem+json")
      }
      let hook = try await site.send(
        "POST", "/hook", headers: headers, body: "paid", isOwn: false)
      #expect(hook.status == 200)
      #expect(hook.text == "hook paid")
    }
  }

  @Test(arguments: EndpointWay.allCases)
  func `Another host's name is rejected`(way: EndpointWay) async throws {
    try await withEndpoints(way) { site in
      for (method, target) in [("GET", "/api/rooms/7"), ("POST", "/hook"), ("OPTIONS", "/hook")] {
        let answer = try await site.send(
          method, target, headers: [("Host", "evil.example")], isOwn: false)
        #expect(answer.status == 421)
      }
    }
  }

  // MARK: Surroundings

  @Test(arguments: EndpointWay.allCases)
  func `An endpoint has the dependencies of the server`(way: EndpointWay) async throws {
    try await withEndpoints(way) { site in
      let greeting = try await site.send("GET", "/greeting")
      #expect(greeting.text == "prepared")
    }
  }

  @Test(arguments: EndpointWay.allCases)
  func `Static files and the server's own paths have precedence`(way: EndpointWay) async throws {
    try await withEndpoints(way) { site in
      let style = try await site.send("GET", "/public/cairn.css")
      #expect(style.header("Content-Type") == "text/css; charset=utf-8")
      #expect(try await site.send("GET", "/public/other").text == "own other")
      #expect(try await site.send("GET", "/~health").text == "ok\n")
    }
  }

  @Test func `Texts are compressed over HTTP, and files aren't`() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).txt").path
    let text = String(repeating: "row\n", count: 500_000)
    try Data(text.utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await withEndpoints(.socket, file: path) { site in
      let accepts = [("Accept-Encoding", "gzip")]
      let large = try await site.send("GET", "/large", headers: accepts)
      #expect(large.header("Content-Encoding") == "gzip")
      let file = try await site.send("GET", "/file", headers: accepts)
      #expect(file.header("Content-Encoding") == nil)
      #expect(file.text == text)
      let part = try await site.send("GET", "/file", headers: [("Range", "bytes=1999996-")])
      #expect(part.status == 206)
      #expect(part.header("Content-Range") == "bytes 1999996-1999999/2000000")
      #expect(part.text == "row\n")
      let head = try await site.send("HEAD", "/file", isOwn: false)
      #expect(head.header("Content-Length") == "2000000")
      let tag = try #require(head.header("ETag"))
      let known = try await site.send("GET", "/file", headers: [("If-None-Match", tag)])
      #expect(known.status == 304)
      #expect(known.header("Content-Length") == "2000000")
      #expect(known.body == [])
    }
  }

  @Test func `A file that's larger than the memory for responses is sent`() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).bin").path
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try Data(bytes).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var settings = ServerSettings()
    settings.maximumBytesInFlight = 100_000
    try await withEndpoints(.socket, settings: settings, file: path) { site in
      let file = try await site.send("GET", "/file")
      #expect(file.status == 200)
      #expect(file.body == bytes)
    }
  }

  @Test(arguments: EndpointWay.allCases)
  func `Responses over TLS have HSTS`(way: EndpointWay) async throws {
    var settings = ServerSettings()
    settings.publicOrigin = "https://example.org"
    try await withEndpoints(way, settings: settings) { site in
      for (method, target) in [("GET", "/api/rooms/7"), ("GET", "/hook"), ("POST", "/hook")] {
        let answer = try await site.send(
          method, target, headers: [("Host", "example.org")], isOwn: false)
        #expect(answer.header("Strict-Transport-Security") == "max-age=31536000")
      }
    }
  }

  @Test func `Mistakes in declarations are errors at start`() {
    let duplicate = #expect(throws: ServerError.self) {
      try Server {
        Mount("/", RoomsApp.self)
        Endpoint(.get, "/export.csv") { _ in .noContent }
      }
    }
    #expect(
      duplicate?.description
        == "The endpoints GET /export.csv and GET /export.csv match the same requests. "
        + "Remove one of them.")
    let path = #expect(throws: ServerError.self) {
      try Server { Endpoint(.get, "export") { _ in .noContent } }
    }
    #expect(path?.description.contains("must begin with a slash") == true)
  }

  @Test func `A builder takes conditions, loops, and lists`() async throws {
    let kinds = ["csv", "json"]
    let isOpen = true
    let server = try Server {
      Mount("/", RoomsApp.self)
      for kind in kinds {
        Endpoint(.get, "/export/\(kind)") { _ in .text(kind) }
      }
      if isOpen {
        Endpoint(.get, "/open") { _ in .text("open") }
      } else {
        Endpoint(.get, "/closed") { _ in .text("closed") }
      }
      kinds.map { kind in Endpoint(.get, "/list/\(kind)") { _ in .text("list \(kind)") } }
    }
    let site = InProcessTransport(server)
    #expect(try await site.send("GET", "/export/json").text == "json")
    #expect(try await site.send("GET", "/open").text == "open")
    #expect(try await site.send("GET", "/closed").status == 404)
    #expect(try await site.send("GET", "/list/csv").text == "list csv")
  }
}
