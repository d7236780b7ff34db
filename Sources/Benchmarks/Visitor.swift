/// A browser with its own session, and one connection to each server.
///
/// Its requests are sent to all servers in turn.
final class Visitor {
  /// The port of the first server.
  let port: UInt16
  private let connections: [Connection]
  private var requests = 0
  private var cookies: [(name: Substring, value: Substring)] = []
  /// The current path, with the scene ID if there is a scene.
  private(set) var location = ""

  convenience init(port: UInt16) throws {
    try self.init(ports: [port])
  }

  init(ports: [UInt16]) throws {
    port = ports[0]
    connections = try ports.map { try Connection(port: $0) }
  }

  /// The cookies as a browser sends them, or `nil` if there are none.
  var cookie: String? {
    cookies.isEmpty ? nil : cookies.map { "\($0.name)\($0.value)" }.joined(separator: "; ")
  }

  private func nextConnection() -> Connection {
    defer { requests += 1 }
    return connections[requests % connections.count]
  }

  private func keepCookies(of answer: Connection.Answer) {
    for header in answer.headers where header.name.lowercased() == "set-cookie" {
      let cookie = header.value.prefix { $0 != ";" }
      let name = cookie.prefix { $0 != "=" }
      cookies.removeAll { $0.name == name }
      cookies.append((name, cookie[name.endIndex...]))
    }
  }

  /// Requests a page.
  @discardableResult
  func get(_ location: String) throws -> Connection.Answer {
    let answer = try nextConnection().get(location, cookie: cookie)
    guard answer.status == 200 else {
      throw Failure("GET \(location) returned \(answer.status).")
    }
    keepCookies(of: answer)
    self.location = location
    return answer
  }

  /// Opens a page and parses its form.
  @discardableResult
  func open(_ location: String) throws -> PageForm {
    try PageForm(page: get(location).body)
  }

  /// Submits a form, and moves to the location of the server's redirect.
  func send(_ form: PageForm, _ body: String) throws {
    let answer = try nextConnection().post(form.action, cookie: cookie, form: body)
    guard answer.status == 303, let next = answer.header("location") else {
      throw Failure("POST \(form.action) returned \(answer.status).")
    }
    keepCookies(of: answer)
    location = next
  }

  /// Opens a page and creates a scene at its location.
  func settle(at path: String) throws {
    let form = try open(path)
    try send(form, form.bodyTappingNothing())
    guard location.hasPrefix(path + "?~") else {
      throw Failure("No scene was created. The server redirected to \(location).")
    }
  }
}
