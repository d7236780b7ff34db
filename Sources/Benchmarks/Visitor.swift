/// A browser with its own session and one connection.
final class Visitor {
  let port: UInt16
  let connection: Connection
  /// The session's cookie as a browser sends it.
  private(set) var cookie: String?
  /// The current path, with the scene ID if there is a scene.
  private(set) var location = ""

  init(port: UInt16) throws {
    self.port = port
    connection = try Connection(port: port)
  }

  /// Opens a page and parses its form.
  @discardableResult
  func open(_ location: String) throws -> PageForm {
    let answer = try connection.get(location, cookie: cookie)
    guard answer.status == 200 else {
      throw Failure("GET \(location) returned \(answer.status).")
    }
    if let set = answer.header("set-cookie") { cookie = String(set.prefix { $0 != ";" }) }
    self.location = location
    return try PageForm(page: answer.body)
  }

  /// Submits a form, and moves to the location of the server's redirect.
  func send(_ form: PageForm, _ body: String) throws {
    let answer = try connection.post(form.action, cookie: cookie, form: body)
    guard answer.status == 303, let next = answer.header("location") else {
      throw Failure("POST \(form.action) returned \(answer.status).")
    }
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
