/// A browser with a session of its own, and one connection.
final class Visitor {
  let port: UInt16
  let connection: Connection
  /// The session's cookie, as a browser sends it back.
  private(set) var cookie: String?
  /// Where the visitor is: a path, and the mark of the scene once it was born.
  private(set) var location = ""

  init(port: UInt16) throws {
    self.port = port
    connection = try Connection(port: port)
  }

  /// Opens a page and reads its form.
  @discardableResult
  func open(_ location: String) throws -> PageForm {
    let answer = try connection.get(location, cookie: cookie)
    guard answer.status == 200 else {
      throw Failure("GET \(location) was answered \(answer.status).")
    }
    if let set = answer.header("set-cookie") { cookie = String(set.prefix { $0 != ";" }) }
    self.location = location
    return try PageForm(page: answer.body)
  }

  /// Sends a form; the visitor is then where the server's redirect leads.
  func send(_ form: PageForm, _ body: String) throws {
    let answer = try connection.post(form.action, cookie: cookie, form: body)
    guard answer.status == 303, let next = answer.header("location") else {
      throw Failure("POST \(form.action) was answered \(answer.status).")
    }
    location = next
  }

  /// Opens a page and gives birth to its scene, which stays where it is.
  func settle(at path: String) throws {
    let form = try open(path)
    try send(form, form.bodyTappingNothing())
    guard location.hasPrefix(path + "?~") else {
      throw Failure("A scene was not born: the server led to \(location).")
    }
  }
}
