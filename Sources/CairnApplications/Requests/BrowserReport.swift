import CairnBytes
package import CairnDependencies
import Foundation

/// The values that the client script reports in a cookie, because browsers don't send them with requests.
///
/// The cookie contains whether the user prefers a dark color scheme, and the time zone, as in `true:Europe/Berlin`. See
/// `report` in `page.js`.
package struct BrowserReport: Equatable {
  package private(set) var colorScheme: ColorScheme?
  /// The identifier of the time zone as the browser has sent it. The server may not know the time zone.
  package private(set) var sentTimeZone: String?
  /// The identifier of the time zone as the browser has sent it, if the server knows the time zone.
  package private(set) var timeZone: String?

  /// Reads the report from a `Cookie` header. Values that aren't valid are omitted.
  package init(cookies: String?) {
    var rest = Substring(cookies ?? "").utf8
    while !rest.isEmpty {
      let cookie = rest.prefix { $0 != UInt8(ascii: ";") }
      rest = rest[cookie.endIndex...].dropFirst()
      let pair = cookie.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard pair.starts(with: Self.start) else { continue }
      let parts = pair.dropFirst(Self.start.count)
        .split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      if parts[0].elementsEqual("true".utf8) { colorScheme = .dark }
      if parts[0].elementsEqual("false".utf8) { colorScheme = .light }
      sentTimeZone = parts.count > 1 ? Self.identifier(parts[1]) : nil
      timeZone = sentTimeZone.flatMap { Self.zone($0) == nil ? nil : $0 }
      return
    }
  }

  private static let start = Array("cairn-browser=".utf8)

  /// Returns the cookie with which the script would report values, with the path.
  package static func cookie(_ colorScheme: ColorScheme?, timeZone: String?) -> String {
    let isDark = colorScheme.map { "\($0 == .dark)" } ?? ""
    return "cairn-browser=\(isDark):\(timeZone ?? "");path=/"
  }

  /// Returns a text that can be the identifier of a time zone, or `nil` for any other text.
  private static func identifier(_ text: Substring.UTF8View) -> String? {
    // The longest identifier has 32 characters.
    guard text.count <= 64, text.allSatisfy(isInIdentifier) else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the time zone with an identifier of the IANA database.
  ///
  /// Foundation also accepts offsets, such as `GMT+0312`. Each new one would occupy memory, so they aren't accepted.
  static func zone(_ identifier: String) -> TimeZone? {
    guard identifier.utf8.contains(UInt8(ascii: "/")) || identifier == "UTC" || identifier == "GMT"
    else { return nil }
    return TimeZone(identifier: identifier)
  }

  private static func isInIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "_+-/".utf8.contains(byte)
    }
  }
}
