import CairnBytes
import Foundation

/// A simulated browser, with or without the script, as the server sees it.
final class LiveVisitor {
  /// The bodies of a step's requests and responses, in bytes as transferred.
  struct Traffic {
    var requests = 0
    var sent = 0
    var received = 0

    var bytes: Int { sent + received }
  }

  let hasScript: Bool
  let port: UInt16
  private let connection: Connection
  /// Another visitor, which changes things that this one sees.
  private var other: LiveVisitor?
  private(set) var cookie: String?
  private var token = ""
  private var digest = ""
  /// The IDs of the page's layers, separated by periods.
  private var layerPath = ""
  private var number = 0
  /// Whether the server probably knows the page by its digest.
  private var isKnown = false
  private(set) var url = ""
  /// The latest markup, either of a page or of the parts of a patch.
  private(set) var markup = Data()
  var traffic = Traffic()
  /// The names of fields by their labels. They're needed if the latest markup doesn't contain the field.
  private var names: [String: String] = [:]
  /// The new ending of the name of the picker that was changed last.
  private var check: String?
  /// The chosen option of that picker.
  private var choice: String?
  /// The ID of a button that stays on the page while the content around it changes.
  var remembered = ""

  init(port: UInt16, hasScript: Bool) throws {
    self.port = port
    connection = try Connection(port: port)
    self.hasScript = hasScript
  }

  /// The parts of a page that a visitor needs to continue from it.
  struct Page {
    let url, digest, cookie: String
  }

  var page: Page { Page(url: url, digest: digest, cookie: cookie ?? "") }

  /// Creates a browser that shows a page.
  convenience init(port: UInt16, at page: Page) throws {
    try self.init(port: port, hasScript: true)
    (url, digest, cookie) = (page.url, page.digest, page.cookie)
  }

  /// Requests the changes since the page was loaded.
  func catchUp() throws {
    let answer = try connection.get(url, cookie: cookie, fields: "Cairn-Page: \(digest)\r\n")
    guard answer.status == 200 else {
      throw Failure("GET \(url) returned \(answer.status).")
    }
  }

  // MARK: Pages

  func open(_ location: String) throws {
    let answer = try connection.get(
      location, cookie: cookie, fields: "Accept-Encoding: gzip\r\n")
    // If an effect has dismissed a layer, the page has moved to another location.
    if answer.status == 303, let next = answer.header("location"), next != location {
      traffic.requests += 1
      return try open(next)
    }
    guard answer.status == 200 else {
      throw Failure("GET \(location) returned \(answer.status).")
    }
    markup = Data(try body(of: answer))
    if let set = answer.header("set-cookie") { cookie = String(set.prefix { $0 != ";" }) }
    traffic.requests += 1
    url = location
    token = try value(behind: "name=\"~token\" value=\"").replacing("&amp;", with: "&")
    let values = try value(behind: "name=\"cairn-page\" content=\"").split(separator: " ")
    guard values.count > 1 else { throw Failure("A page has no list of its levels.") }
    (digest, layerPath) = (String(values[0]), String(values[1]))
    isKnown = false
  }

  private func body(of answer: Connection.Answer) throws -> [UInt8] {
    traffic.received += answer.body.count
    return answer.header("content-encoding") == "gzip"
      ? try Inflater.inflated(answer.body) : answer.body
  }

  /// Submits a form of the page.
  /// - Parameter items: The names and values of fields and of the button.
  func send(_ items: [(name: String, value: String)]) throws {
    let own = items + numbered
    let form = { (items: [(name: String, value: String)]) in
      items.map { "\($0.name)=\(Self.encoded($0.value))" }.joined(separator: "&")
    }
    let whole = form([("~token", token)] + own)
    let isTaken = try post(isKnown && hasScript ? form(own) : whole)
    // If the server doesn't know the page anymore, submit the form again with the page's token.
    if !isTaken { try post(whole) }
    for (name, value) in items {
      guard let check, value == choice else { continue }
      for (label, known) in names where known == name {
        names[label] = name.dropLast(16) + check
      }
    }
  }

  /// Submits a form with a file. Without the script, it's submitted by a button.
  func send(file: String, named name: String, in field: String, button: String) throws {
    let boundary = "----cairn"
    let items = [("~token", token)] + (hasScript ? numbered : [("~tap", button)])
    let parts =
      items.map { ("name=\"\($0.0)\"", $0.1) }
      + [("name=\"\(field)\"; filename=\"\(name)\"\r\nContent-Type: text/csv", file)]
    let form = parts.map { head, value in
      "--\(boundary)\r\nContent-Disposition: form-data; \(head)\r\n\r\n\(value)\r\n"
    }
    try post(
      form.joined() + "--\(boundary)--\r\n", type: "multipart/form-data; boundary=\(boundary)")
  }

  /// The number that distinguishes forms that the script submits.
  private var numbered: [(name: String, value: String)] {
    number += 1
    return hasScript ? [("~n", "\(number)")] : []
  }

  /// Submits a form.
  ///
  /// - Returns: `false` if the server requests the page's token.
  @discardableResult
  private func post(
    _ form: String, type: String = "application/x-www-form-urlencoded"
  ) throws -> Bool {
    check = nil
    let answer = try connection.post(
      url, cookie: cookie, form: form,
      fields: "Accept-Encoding: gzip\r\n" + (hasScript ? "Cairn-Page: \(digest)\r\n" : ""),
      type: type)
    traffic.requests += 1
    traffic.sent += form.utf8.count
    guard hasScript else {
      guard answer.status == 303, let next = answer.header("location") else {
        throw Failure("POST \(url) returned \(answer.status).")
      }
      try open(next)
      return true
    }
    guard answer.status != 204 else { return false }
    guard answer.status == 200 else {
      throw Failure("POST \(url) returned \(answer.status).")
    }
    try take(answer)
    return true
  }

  /// Reads a response that contains the changes of the page.
  private func take(_ answer: Connection.Answer) throws {
    let patch = Data(try body(of: answer))
    let head = patch.prefix { $0 != 0 }
    markup = patch.dropFirst(head.count)
    guard let changes = try JSONSerialization.jsonObject(with: head) as? [String: Any] else {
      throw Failure("A response isn't a patch.")
    }
    digest = changes["to"] as? String ?? digest
    self.token = changes["token"] as? String ?? self.token
    layerPath = changes["trail"] as? String ?? layerPath
    url = changes["url"] as? String ?? url
    let choice = String(decoding: head, as: UTF8.self).firstMatch(of: /,1,"(\w{16})","(\w{16})"\]/)
    (check, self.choice) = (choice.map { String($0.1) }, choice.map { String($0.2) })
    isKnown = true
  }

  // MARK: Back

  /// A page that the browser can go back to.
  struct Entry {
    fileprivate let url, token, layerPath: String
  }

  var entry: Entry { Entry(url: url, token: token, layerPath: layerPath) }

  /// Goes back like a browser's Back button.
  ///
  /// With the script, the server is notified immediately. Without it, the server learns about it from the next form
  /// of that page.
  func back(to entry: Entry) throws {
    guard hasScript else {
      (url, token, layerPath) = (entry.url, entry.token, entry.layerPath)
      return
    }
    url = entry.url
    try send([("~back", String(entry.layerPath.split(separator: ".").last ?? ""))])
  }

  /// Updates the page. With the script, the visitor requests only the changes. Without it, the visitor loads the
  /// page again.
  func refresh() throws {
    guard hasScript else { return try open(url) }
    let answer = try connection.get(
      url, cookie: cookie, fields: "Accept-Encoding: gzip\r\nCairn-Page: \(digest)\r\n")
    traffic.requests += 1
    guard answer.status == 200 else {
      throw Failure("GET \(url) returned \(answer.status).")
    }
    try take(answer)
  }

  /// Lets another session change the row of a button, and updates the page.
  func changeElsewhere(_ more: String) throws {
    let other = try other ?? LiveVisitor(port: port, hasScript: true)
    if self.other == nil { try other.open("/inventory") }
    self.other = other
    try other.change(more)
    try refresh()
  }

  /// Changes the row of a button by using its dialog.
  func change(_ more: String) throws {
    try send([("~tap", more)])
    let marks = ["Mark as out of stock", "Mark as in stock"]
    guard let mark = marks.lazy.compactMap({ try? self.button($0) }).first else {
      throw Failure("The dialog of a row has no button that changes the row's status.")
    }
    try send([("~tap", mark)])
  }

  // MARK: Controls

  /// Returns the ID of a button.
  /// - Parameters:
  ///   - label: The text of the button.
  ///   - row: The number of the button among all buttons with that text, starting at 0. If it's `nil`, the last
  ///     button is used, which is in the top layer.
  func button(_ label: String, row: Int? = nil) throws -> String {
    let text = Data(">\(label)</button>".utf8)
    var found: Range<Data.Index>?
    if let row {
      var start = markup.startIndex
      for _ in 0...row {
        found = markup.range(of: text, in: start..<markup.endIndex)
        guard let found else { break }
        start = found.upperBound
      }
    } else {
      found = markup.range(of: text, options: .backwards)
    }
    guard let end = found?.lowerBound else { throw Failure("There is no button \(label).") }
    // Other attributes can follow the ID, such as `autofocus`.
    let value = markup.range(
      of: Data(" value=\"".utf8), options: .backwards, in: markup.startIndex..<end)
    guard let start = value?.upperBound else { throw Failure("The button \(label) has no ID.") }
    return String(decoding: markup[start...].prefix(16), as: UTF8.self)
  }

  /// Returns the ID of the link at the start of a row.
  func rowButton(_ row: Int) throws -> String {
    let link = Data("<a class=\"row-button\"".utf8)
    var start = markup.startIndex
    for text in Array(repeating: link, count: row + 1) + [Data(" data-tap=\"".utf8)] {
      guard let found = markup.range(of: text, in: start..<markup.endIndex) else {
        throw Failure("There is no row \(row).")
      }
      start = found.upperBound
    }
    return String(decoding: markup[start...].prefix(16), as: UTF8.self)
  }

  /// Returns the submitted value of an option.
  func option(_ label: String) throws -> String {
    for text in ["\">\(label)</option>", "\" selected>\(label)</option>"] {
      guard let end = markup.range(of: Data(text.utf8))?.lowerBound else { continue }
      return String(decoding: markup[..<end].suffix(16), as: UTF8.self)
    }
    throw Failure("There is no option \(label).")
  }

  /// Returns the name of the field with a label.
  func field(_ label: String) throws -> String {
    guard let end = markup.range(of: Data("\">\(label)</label>".utf8))?.lowerBound else {
      guard let known = names[label] else { throw Failure("There is no field \(label).") }
      return known
    }
    let id = String(decoding: markup[..<end].suffix(16), as: UTF8.self)
    let name = "~f.\(id)." + String(try value(behind: "name=\"~f.\(id).").prefix(16))
    names[label] = name
    return name
  }

  private func value(behind text: String) throws -> String {
    guard let start = markup.range(of: Data(text.utf8), options: .backwards)?.upperBound else {
      throw Failure("A page has no \(text).")
    }
    return String(decoding: markup[start...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
  }

  private static func encoded(_ value: String) -> String {
    PercentCoding.encoded(value, keeping: PercentCoding.isUnreserved)
  }
}
