/// An entry of the access log.
///
/// It contains only the path of the URL, because the query can contain private data.
struct AccessEntry {
  /// The time at which the request ended, in seconds since 1970.
  var time: Int64
  /// The client's address, or an empty string if it's unknown.
  var address: String
  var method: String
  /// The path as the client sent it, or an empty string if it couldn't be read.
  var path: String
  var isHTTP10: Bool
  /// The status of the response, or `nil` if the client disconnected before there was one.
  var status: Int?
  /// The number of bytes in the response's body.
  var bytes: Int
  var duration: Duration
  /// The ID of the request, or an empty string if it's unknown.
  var id = ""

  /// A line in the Common Log Format, followed by the duration in seconds.
  var common: [UInt8] {
    var line: [UInt8] = []
    line += (address.isEmpty ? "-" : address).utf8
    line += " - - [\(CivilTime(time).commonLogText)] \"".utf8
    Self.escape(method.isEmpty ? "-" : method, into: &line) { "\\x\(Self.hex($0, digits: 2))" }
    line.append(UInt8(ascii: " "))
    Self.escape(path.isEmpty ? "-" : path, into: &line) { "\\x\(Self.hex($0, digits: 2))" }
    line += " \(version)\" \(status.map { "\($0)" } ?? "-") \(bytes) \(seconds)\n".utf8
    return line
  }

  /// A line with a JSON object.
  var json: [UInt8] {
    var line: [UInt8] = []
    line += "{\"time\":\"\(CivilTime(time).internetText)\",\"address\":\"\(address)\"".utf8
    line += ",\"method\":\"".utf8
    Self.escape(method, into: &line, by: Self.jsonEscape)
    line += "\",\"path\":\"".utf8
    Self.escape(path, into: &line, by: Self.jsonEscape)
    line += "\",\"protocol\":\"\(version)\",\"status\":\(status.map { "\($0)" } ?? "null")".utf8
    line += ",\"bytes\":\(bytes),\"seconds\":\(seconds)".utf8
    if !id.isEmpty { line += ",\"request\":\"\(id)\"".utf8 }
    line += "}\n".utf8
    return line
  }

  private var version: String { isHTTP10 ? "HTTP/1.0" : "HTTP/1.1" }

  /// The duration in seconds, with six decimal places.
  private var seconds: String {
    let (seconds, attoseconds) = duration.components
    let micros = "\(attoseconds / 1_000_000_000_000)"
    return "\(seconds).\(String(repeating: "0", count: 6 - micros.count))\(micros)"
  }

  /// The maximum number of bytes of a text. Longer texts are truncated, because the length of a method isn't limited.
  private static let longest = 8192

  /// Appends the bytes of a text. It escapes everything except printable ASCII, and also quotes and backslashes.
  ///
  /// A client can therefore not end a line, start another one, or send commands to a terminal.
  private static func escape(
    _ text: String, into line: inout [UInt8], by escaped: (UInt32) -> String
  ) {
    var text = text
    text.withUTF8 { bytes in
      for byte in bytes.prefix(longest) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0...0x1F, 0x7F...:
          line += escaped(UInt32(byte)).utf8
        default: line.append(byte)
        }
      }
    }
  }

  /// Returns an escaped byte. Bytes outside ASCII are percent-encoded, so that the object is ASCII.
  private static func jsonEscape(_ byte: UInt32) -> String {
    byte < 0x80 ? "\\u\(hex(byte, digits: 4))" : "%\(hex(byte, digits: 2))"
  }

  private static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
