import Foundation

/// The top layer's form of a page, as a browser would send it.
///
/// It reads the markup that the server writes, not any HTML.
struct PageForm {
  /// Where the form is sent to.
  let action: String
  /// The names and values of all fields, the token's among them.
  private var values: [(name: String, value: String)] = []
  /// The names of the fields by the visible names beside them.
  private var names: [String: String] = [:]
  /// The ids of the buttons by their visible names; of equal ones the first.
  private var taps: [String: String] = [:]

  init(page: String) throws {
    guard let start = page.range(of: "<form ", options: [.backwards, .literal])?.lowerBound,
      let end = page.range(of: "</form>", options: .literal, range: start..<page.endIndex)
    else { throw Failure("A page has no form.") }
    let form = page[start..<end.lowerBound]
    action = Self.attribute("action", of: form.prefix { $0 != ">" }) ?? ""
    var fieldIDs: [String: String] = [:]
    var labels: [String: String] = [:]
    var select: String?
    for part in form.dropFirst().split(separator: "<") {
      let tag = part.prefix { $0 != ">" }
      let text = String(part.dropFirst(tag.count + 1))
      let name = Self.attribute("name", of: tag)
      let value = Self.attribute("value", of: tag) ?? ""
      if let name, let id = Self.attribute("id", of: tag) { fieldIDs[id] = name }
      if part.hasPrefix("input "), let name {
        let isOff = tag.contains("type=\"checkbox\"") && !tag.contains(" checked")
        if !isOff { values.append((name, value)) }
      } else if part.hasPrefix("select ") {
        select = name
      } else if part.hasPrefix("option "), tag.contains(" selected"), let select {
        values.append((select, value))
      } else if part.hasPrefix("label "), let field = Self.attribute("for", of: tag) {
        labels[field] = text
      } else if part.hasPrefix("button "), name == "~tap" {
        let label = Self.attribute("aria-label", of: tag) ?? text
        if taps[label] == nil { taps[label] = value }
      }
    }
    for (id, label) in labels { names[label] = fieldIDs[id] }
    guard values.contains(where: { $0.name == "~token" }) else {
      throw Failure("A page has no token.")
    }
  }

  /// The body of a POST that enters values into fields and taps a button, all by visible names.
  func body(tapping button: String, entering entered: [String: String] = [:]) throws -> String {
    guard let tap = taps[button] else { throw Failure("A page has no button \(button).") }
    return try body(tap: tap, entering: entered)
  }

  /// The body of a POST that taps what is nothing: it gives birth to the page's scene.
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
      (["~tap=\(tap)"] + values.map { "\($0.name)=\(Self.encoded(byName[$0.name] ?? $0.value))" })
      .joined(separator: "&")
  }

  private static func attribute(_ name: String, of tag: Substring) -> String? {
    guard let start = tag.range(of: " \(name)=\"", options: .literal)?.upperBound else {
      return nil
    }
    return String(tag[start...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
  }

  private static func encoded(_ value: String) -> String {
    value.utf8.map { byte in
      let isPlain =
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
        || (byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || byte & 0xf0 == 0x30))
      return isPlain
        ? String(UnicodeScalar(byte))
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    .joined()
  }
}
