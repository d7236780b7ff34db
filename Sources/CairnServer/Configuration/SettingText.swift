import ArgumentParser
import CairnBytes
import CairnFeatures
import CairnHTTP
import CairnSecurity
import Foundation
import Logging

/// The text of a setting, from an option or an environment variable.
struct SettingText {
  let text: String
  /// The name of the source in messages, such as `--port` or `CAIRN_PORT`.
  let source: String

  /// Creates the text of an option, or of its environment variable if the option isn't set. The result is `nil` if
  /// neither is set.
  /// - Parameter name: The option's name without dashes, such as `log-level`.
  init?(option: String?, name: String, environment: [String: String]) {
    if let option {
      text = option
      source = "--\(name)"
      return
    }
    let variable = "CAIRN_" + name.uppercased().replacing("-", with: "_")
    guard let value = environment[variable], !value.isEmpty else { return nil }
    text = value
    source = variable
  }

  func host() throws -> String {
    var host = text
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    let isPlausible = host.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "%"):
        true
      default:
        false
      }
    }
    guard (1...253).contains(host.utf8.count), isPlausible else {
      throw problem("isn't a valid host name or address")
    }
    return host
  }

  func origin() throws -> String {
    guard let origin = Origin(text) else {
      throw problem("isn't an origin. Use one such as https://example.org")
    }
    return origin.description
  }

  func pathPrefix() throws -> String {
    guard let prefix = PathPrefix(text) else {
      throw problem("isn't a path prefix. Use a path of plain characters, such as /shop")
    }
    return prefix.path
  }

  func port() throws -> UInt16 {
    guard isDigits, let port = UInt16(text) else {
      throw problem("isn't a port. Use a number from 0 to 65535")
    }
    return port
  }

  func logLevel() throws -> Logger.Level {
    guard let level = Logger.Level(rawValue: text.lowercased()) else {
      let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
      throw problem("isn't a log level. Use one of \(levels)")
    }
    return level
  }

  /// Returns the text of a secret. The error doesn't contain it.
  func secret() throws -> Secret {
    do throws(SecretTextError) {
      _ = try ServerSecret(text: text)
    } catch {
      throw ValidationError("\(source) isn't a valid secret. \(error).")
    }
    return Secret(text)
  }

  func directory() throws -> String {
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: text, isDirectory: &isDirectory)
    guard exists, isDirectory.boolValue else { throw problem("isn't a folder") }
    return text
  }

  func directories() throws -> [String] {
    try text.split(separator: ":").map { part in
      try SettingText(text: String(part), source: source).directory()
    }
  }

  func accessLog() throws -> AccessLogFormat {
    guard let format = AccessLogFormat(rawValue: text.lowercased()) else {
      throw problem("isn't an access log format. Use off, common, or json")
    }
    return format
  }

  /// Returns a port, or a host and a port.
  func endpoint() throws -> (host: String?, port: UInt16) {
    guard let colon = text.lastIndex(of: ":") else { return (nil, try port()) }
    let host = SettingText(text: String(text[..<colon]), source: source)
    let port = SettingText(text: String(text[text.index(after: colon)...]), source: source)
    guard let number = try? port.port(), let name = try? host.host() else {
      throw problem("isn't a port, or an address and a port such as 10.0.0.5:9464")
    }
    return (name, number)
  }

  func network() throws -> String {
    guard IPNetwork(text) != nil else {
      throw problem("isn't an address or a network such as 10.0.0.0/8")
    }
    return text
  }

  func networks() throws -> [String] {
    try text.split(separator: ",").map { part in
      try SettingText(
        text: part.trimmingCharacters(in: .whitespaces), source: source
      ).network()
    }
  }

  func hosts() throws -> [String] {
    try text.split(separator: ",").map { part in
      try SettingText(text: part.trimmingCharacters(in: .whitespaces), source: source).host()
    }
  }

  /// Returns a number of bytes from 64 kB to 1,024 GB, for a text such as `500kB`, `4MB`, or `4MiB`.
  func size() throws -> Int {
    guard let size = ByteSize.bytes(text), (64_000...1_024_000_000_000).contains(size)
    else { throw problem("isn't a size from 64kB to 1024GB, such as 500kB, 4MB, or 4MiB") }
    return size
  }

  func isOn() throws -> Bool {
    switch text {
    case "1": return true
    case "0": return false
    default: throw problem("isn't 1 or 0")
    }
  }

  func count(upTo limit: Int) throws -> Int {
    guard isDigits, let count = Int(text), (1...limit).contains(count) else {
      throw problem("isn't a number from 1 to \(limit)")
    }
    return count
  }

  /// Returns a time from one second to ten years. The text has digits and a unit, which is `s`, `m`, `h`, or `d`.
  /// Without a unit, it's in seconds.
  func duration() throws -> Duration {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 60 * 60, "d": 24 * 60 * 60]
    let unit = text.last.flatMap { units[$0] }
    let digits = unit == nil ? text[...] : text.dropLast()
    let longest = 3650 * 24 * 60 * 60
    guard !digits.isEmpty, digits.utf8.count <= 10, digits.utf8.allSatisfy(Self.isDigit),
      let number = Int(digits), number > 0, number <= longest,
      number * (unit ?? 1) <= longest
    else { throw problem("isn't a time such as 90s, 45m, 12h, or 7d") }
    return .seconds(number * (unit ?? 1))
  }

  /// Returns a time from zero to one hour.
  func drainPeriod() throws -> Duration {
    if text == "0" || text == "0s" { return .zero }
    let period = try duration()
    guard period <= .seconds(60 * 60) else { throw problem("is more than an hour") }
    return period
  }

  private init(text: String, source: String) {
    self.text = text
    self.source = source
  }

  private var isDigits: Bool { !text.isEmpty && text.utf8.allSatisfy(Self.isDigit) }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Returns an error whose message fits in one line, for any text.
  private func problem(_ explanation: String) -> ValidationError {
    let shown = text.count > 80 ? text.prefix(80) + "…" : text[...]
    return ValidationError("\(source): '\(LogLine.singleLine(shown))' \(explanation).")
  }
}
