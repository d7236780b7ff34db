import CairnHTTP
import CairnScreens
import Testing

@testable import CairnEndpoints

/// Finding the endpoint for a path and a method.
@Suite struct EndpointTableTests {
  private static let paths = [
    "/", "/rooms", "/rooms/:id", "/rooms/new", "/rooms/:id/bookings", "/rooms/new/:kind",
    "/files/*path", "/files/:name", "/a/:x/c", "/a/b/d",
  ]

  @Test(arguments: [
    ("/", "/") as (String, String?), ("/rooms", "/rooms"), ("/rooms/", "/rooms"),
    ("//rooms", "/rooms"),
    ("/rooms/7", "/rooms/:id 7"), ("/rooms/new", "/rooms/new"),
    ("/rooms/new/bookings", "/rooms/new/:kind bookings"),
    ("/rooms/7/bookings", "/rooms/:id/bookings 7"), ("/rooms/7/other", nil),
    ("/files", nil), ("/files/a", "/files/:name a"), ("/files/a/b/c", "/files/*path a,b,c"),
    ("/a/b/c", "/a/:x/c b"), ("/a/b/d", "/a/b/d"), ("/a/b", nil), ("/other", nil),
    ("/rooms/a%2Fb", "/rooms/:id a/b"), ("/rooms/%6Eew", "/rooms/new"),
    ("/rooms/%00", "/rooms/:id \0"), ("/rooms/e%CC%81", "/rooms/:id e\u{301}"), ("/ROOMS", nil),
  ])
  func `Literal segments precede parameters, and parameters the rest`(
    path: String, expected: String?
  ) throws {
    let table = try EndpointTable(Self.paths.map { texting($0, .get, $0) })
    let location = try #require(Location(path: path))
    let finding = table.find(.get, location.segments)
    guard case .found(let match) = finding else {
      #expect(expected == nil)
      return
    }
    let values = match.values.map(\.value).joined(separator: ",")
    #expect(match.endpoint.pattern.text + (values.isEmpty ? "" : " \(values)") == expected)
  }

  @Test func `Only a first segment that no endpoint has rules out a path`() throws {
    let table = try EndpointTable(Self.paths.map { texting($0, .get, $0) })
    let (possible, others) = (
      ["/", "//rooms", "/rooms", "/rooms/", "/rooms/7/other", "/%72ooms", "/files/a/b"],
      ["/other", "/ROOMS", "/./rooms", "/roomsy/7"]
    )
    #expect(possible.filter { !table.mayContain(rawPath: $0) } == [])
    #expect(others.filter { table.mayContain(rawPath: $0) } == [])
    let open = try EndpointTable([texting("id", .get, "/:id")])
    #expect(open.mayContain(rawPath: "/other"))
  }

  @Test func `An endpoint without the method is skipped`() throws {
    let table = try EndpointTable([
      texting("", .get, "/rooms/new"), texting("", .post, "/rooms/:id"),
    ])
    guard case .found(let match) = table.find(.post, ["rooms", "new"]) else {
      Issue.record("The endpoint wasn't found")
      return
    }
    #expect(match.values.map(\.value) == ["new"])
    guard case .methods(let methods) = table.find(.put, ["rooms", "new"]) else {
      Issue.record("The methods weren't found")
      return
    }
    #expect(methods == [.get, .post])
  }

  @Test func `The rest of a path has its name for each segment`() throws {
    let table = try EndpointTable([texting("", .get, "/:user/*path")])
    guard case .found(let match) = table.find(.head, ["ann", "a", "b"]) else {
      Issue.record("The endpoint wasn't found")
      return
    }
    #expect(match.values.map(\.name) == ["user", "path", "path"])
  }

  @Test(arguments: [
    ("rooms", "GET rooms isn't valid. It must begin with a slash."),
    ("", "GET  isn't valid. It must begin with a slash."),
    ("/a/:", "GET /a/: isn't valid. A parameter has no name."),
    ("/a/*", "GET /a/* isn't valid. A parameter has no name."),
    ("/:id/:id", "GET /:id/:id isn't valid. Two parameters have the same name."),
    ("/*path/a", "GET /*path/a isn't valid. '*path' must be the last segment."),
    ("/~x", "GET /~x isn't valid. Paths that begin with a tilde belong to the server."),
  ])
  func `A path that isn't valid is an error`(path: String, message: String) {
    let error = #expect(throws: EndpointTable.Mistake.self) {
      try EndpointTable([texting("", .get, path)])
    }
    #expect(error?.description == "The endpoint \(message)")
  }

  @Test(arguments: ["/~x", "/~", "/~health/:id"])
  func `A path that belongs to the server below its prefix is an error`(path: String) throws {
    let prefix = try #require(PathPrefix("/shop/north"))
    let endpoint = texting("", .get, path).prefixed(by: Location(prefix.segments))
    let error = #expect(throws: EndpointTable.Mistake.self) {
      try EndpointTable([endpoint], below: prefix)
    }
    #expect(
      error?.description
        == "The endpoint GET /shop/north\(path) isn't valid. "
        + "Paths that begin with a tilde belong to the server.")
  }

  @Test func `A tilde elsewhere in a path is part of a name`() throws {
    let prefix = try #require(PathPrefix("/shop"))
    for path in ["/shop/users/~ann", "/shop/a~", "/shop", "/shop/:id"] {
      let table = try EndpointTable([texting("", .get, path)], below: prefix)
      #expect(table.methods == [.get])
    }
  }

  @Test func `Two endpoints for the same requests are an error`() {
    let error = #expect(throws: EndpointTable.Mistake.self) {
      try EndpointTable([texting("", .get, "/rooms/:id"), texting("", .get, "/rooms/:name/")])
    }
    #expect(
      error?.description
        == "The endpoints GET /rooms/:id and GET /rooms/:name/ match the same requests. "
        + "Remove one of them.")
  }

  @Test func `HEAD isn't declared`() {
    let error = #expect(throws: EndpointTable.Mistake.self) {
      try EndpointTable([texting("", .head, "/")])
    }
    #expect(error?.description.contains("Declare GET instead") == true)
  }

  @Test func `Equivalent names with different bytes are different`() throws {
    let table = try EndpointTable([texting("", .get, "/caf\u{e9}")])
    guard case .none = table.find(.get, ["cafe\u{301}"]) else {
      Issue.record("The other name was found")
      return
    }
    guard case .found = table.find(.get, ["caf\u{e9}"]) else {
      Issue.record("The name wasn't found")
      return
    }
  }

  @Test func `A prefix precedes the path`() throws {
    let endpoint = texting("", .get, "/export/:kind")
      .prefixed(by: Location(["a:b", "inventory"]))
    #expect(endpoint.pattern.text == "/a%3Ab/inventory/export/:kind")
    let root = texting("", .get, "/").prefixed(by: Location(["inventory"]))
    #expect(root.pattern.text == "/inventory")
    let table = try EndpointTable([endpoint, root])
    for segments in [["a:b", "inventory", "export", "csv"], ["inventory"]] {
      guard case .found = table.find(.get, segments) else {
        Issue.record("\(segments) wasn't found")
        return
      }
    }
  }
}
