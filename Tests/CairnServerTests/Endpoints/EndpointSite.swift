import CairnDependencies
import CairnServer
import CairnTesting
import CairnViews
import Foundation

/// An application with endpoints, next to endpoints of the server.
struct RoomsApp: App {
  var body: some Scene { WindowGroup { Text("The page of the rooms") } }

  static var endpoints: [Endpoint] {
    Endpoint(.get, "/export.csv") { _ in
      .text("id,name\n7,Oak\n", contentType: "text/csv; charset=utf-8").download(as: "Räume.csv")
    }
  }
}

struct Booking: Codable, Equatable {
  var room: Int
  var name: String
}

struct EndpointFailure: Error, CustomStringConvertible {
  var description: String { "password\n1234" }
}

/// The value that an endpoint reads from the dependencies of the server.
enum GreetingKey: DependencyKey {
  static let liveValue = "live"
}

extension DependencyValues {
  var greeting: String {
    get { self[GreetingKey.self] }
    set { self[GreetingKey.self] = newValue }
  }
}

/// Creates a server of pages and endpoints.
/// - Parameter file: The path of the file that `/file` sends.
func endpointServer(
  _ settings: ServerSettings = ServerSettings(), file: String = "/nonexistent"
) throws -> Server {
  try Server(settings: settings) {
    $0.greeting = "prepared"
  } mounts: {
    Mount("/", RoomsApp.self)
    Mount("/rooms", RoomsApp.self)
    Endpoint(.get, "/api/rooms/:id") { request in
      let id = try request.path("id", as: Int.self)
      guard id == 7 else { throw HTTPProblem(status: .notFound, detail: "There's no such room.") }
      return .json(Booking(room: id, name: try request.query("name", default: "Oak")))
    }
    Endpoint(.post, "/api/bookings", body: .bytes(limit: 1000)) { request in
      let booking = try request.json(as: Booking.self)
      return .json(booking, status: .created)
    }
    Endpoint(.put, "/api/bookings/:id") { request in .text("put \(request.body.count)") }
    Endpoint(.patch, "/api/bookings/:id") { request in .text("patch \(request.body.count)") }
    Endpoint(.delete, "/api/bookings/:id") { request in
      request.body.isEmpty ? .noContent : .text("delete \(request.body.count)")
    }
    Endpoint(.post, "/hook") { request in
      .text("hook \(String(decoding: request.body, as: UTF8.self))")
    }.acceptingOtherSites()
    Endpoint(.post, "/upload", body: .form) { request in
      let form = try request.form()
      let files = try request.files.map { file in
        "\(file.name) \(try String(contentsOfFile: file.path, encoding: .utf8))"
      }
      return .text("\(try form("title")): \(files)")
    }
    Endpoint(.get, "/greeting") { _ in
      @Dependency(\.greeting) var greeting
      await Task.yield()
      return .text(greeting)
    }
    Endpoint(.get, "/file") { _ in .file(file) }
    Endpoint(.get, "/failure") { _ in throw EndpointFailure() }
    Endpoint(.get, "/public/:name") { request in .text("own \(try request.path("name"))") }
    Endpoint(.get, "/rows") { request in
      let count = try request.query("count", default: 3)
      return .stream(contentType: "text/csv; charset=utf-8") { writer in
        @Dependency(\.greeting) var greeting
        try await writer.write("\(greeting)\r\n")
        for row in 0..<count { try await writer.write("\(row)\r\n") }
      }
    }
    Endpoint(.put, "/parts", body: .parts(limit: 1_000_000)) { request in
      @Dependency(\.greeting) var greeting
      var size = 0
      for try await part in request.parts { size += part.count }
      return .text("\(greeting) \(size) \(request.body.count)")
    }
    Endpoint(.get, "/broken-off") { _ in
      .stream { writer in
        try await writer.write("row")
        throw EndpointFailure()
      }
    }
    Endpoint(.get, "/large") { _ in .text(String(repeating: "large ", count: 1000)) }
  }
}

/// How a test sends requests.
enum EndpointWay: CaseIterable {
  case inProcess, socket
}

/// Runs a test with a server of pages and endpoints.
func withEndpoints(
  _ way: EndpointWay, settings: ServerSettings = ServerSettings(), file: String = "/nonexistent",
  _ test: (any BrowserTransport) async throws -> Void
) async throws {
  var settings = settings
  settings.port = 0
  let server = try endpointServer(settings, file: file)
  guard way == .socket else { return try await test(InProcessTransport(server)) }
  try server.start()
  do {
    try await test(SocketTransport(port: server.port))
    await server.stop()
  } catch {
    await server.stop()
    throw error
  }
}

extension BrowserTransport {
  /// Sends a request, by default from a page of the server itself.
  func send(
    _ method: String = "GET", _ target: String, headers: [(String, String)] = [],
    body: String = "", isOwn: Bool = true
  ) async throws -> BrowserResponse {
    let own = isOwn && method != "GET" ? [("Origin", origin)] : []
    return try await send(
      BrowserRequest(
        method: method, target: target, headers: own + headers, body: Array(body.utf8)))
  }
}
