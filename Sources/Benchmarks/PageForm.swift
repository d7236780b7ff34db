import CairnBytes

/// The form in the top layer of a page, as a browser would submit it.
///
/// It parses only markup that the server writes, and not arbitrary HTML.
struct PageForm {
  /// The URL that the form is submitted to.
  let action: String
  /// The names and values of all fields, including the token.
  private var values: [(name: String, value: String)] = []
  /// The names of the fields by their labels.
  private var names: [String: String] = [:]
  /// The IDs of the buttons by their labels. If several buttons have the same label, it's the first one.
  private var taps: [String: String] = [:]

  init(page: [UInt8]) throws {
    guard let start = Self.lastIndex(of: "<form ", in: page) else {
      throw Failure("A page has no form.")
    }
    var fieldIDs: [String: String] = [:]
    var labels: [String: String] = [:]
    var select: String?
    var action: String?
    for part in page[start...].split(separator: UInt8(ascii: "<")) {
      let tag = part.prefix { $0 != UInt8(ascii: ">") }
      let kind = tag.prefix { $0 != UInt8(ascii: " ") }
      if kind.elementsEqual("form".utf8) {
        action = Self.attribute("action", of: tag)
      } else if kind.elementsEqual("/form".utf8) {
        break
      }
      guard Self.kinds.contains(where: { kind.elementsEqual($0.utf8) }) else { continue }
      let text = String(decoding: part.dropFirst(tag.count + 1), as: UTF8.self)
      let name = Self.attribute("name", of: tag)
      let value = Self.attribute("value", of: tag) ?? ""
      if let name, let id = Self.attribute("id", of: tag) { fieldIDs[id] = name }
      if kind.elementsEqual("input".utf8), let name {
        let isOff =
          Self.index(of: "type=\"checkbox\"", in: tag) != nil
          && Self.index(of: " checked", in: tag) == nil
        if !isOff { values.append((name, value)) }
      } else if kind.elementsEqual("select".utf8) {
        select = name
      } else if kind.elementsEqual("option".utf8) {
        if let select, Self.index(of: " selected", in: tag) != nil {
          values.append((select, value))
        }
      } else if kind.elementsEqual("label".utf8), let field = Self.attribute("for", of: tag) {
        labels[field] = text
      } else if name == "~tap" {
        let label = Self.attribute("aria-label", of: tag) ?? text
        if taps[label] == nil { taps[label] = value }
      }
    }
    self.action = action ?? ""
    for (id, label) in labels { names[label] = fieldIDs[id] }
    guard values.contains(where: { $0.name == "~token" }) else {
      throw Failure("A page has no token.")
    }
  }

  /// Returns the body of a POST that enters values into fields and taps a button, all given by their labels.
  func body(tapping button: String, entering entered: [String: String] = [:]) throws -> String {
    guard let tap = taps[button] else { throw Failure("A page has no button \(button).") }
    return try body(tap: tap, entering: entered)
  }

  /// Returns the body of a POST that taps no button. It creates a scene for the page.
  func bodyTappingNothing() throws -> String {
    try body(tap: "0000000000000000", entering: [:])
  }

  private func body(tap: String, entering entered: [String: String]) throws -> String {
    var byName: [String: String] = [:]
    for (label, value) in entered {
      guard let name = names[label] else { throw Failure("A page has no field \(label).") }
      byName[name] = value
    }
    return
      (["~tap=\(tap)"] + values.map { "\($0.name)=\(encoded(byName[$0.name] ?? $0.value))" })
      .joined(separator: "&")
  }

  private func encoded(_ value: String) -> String {
    PercentCoding.encoded(value, keeping: PercentCoding.isUnreserved)
  }

  private static let kinds = ["input", "select", "option", "label", "button"]

  private static func attribute(_ name: String, of tag: ArraySlice<UInt8>) -> String? {
    let start = " \(name)=\""
    guard let index = index(of: start, in: tag) else { return nil }
    let value = tag[(index + start.utf8.count)...].prefix { $0 != UInt8(ascii: "\"") }
    let text = String(decoding: value, as: UTF8.self)
    return text.utf8.contains(UInt8(ascii: "&")) ? text.replacing("&amp;", with: "&") : text
  }

  private static func index(of text: String, in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.first { bytes[$0...].starts(with: text.utf8) }
  }

  private static func lastIndex(of text: String, in bytes: [UInt8]) -> Int? {
    bytes.indices.last { bytes[$0...].starts(with: text.utf8) }
  }
}
