/// What the access log says of a request.
///
/// Of the target it has the path alone: a query may hold what is nobody else's business.
struct AccessEntry {
  /// When it was over, in seconds since 1970.
  var time: Int64
  /// The client's address; empty where it is unknown.
  var address: String
  var method: String
  /// The path as it was sent; empty where it could not be read.
  var path: String
  var isHTTP10: Bool
  /// Nil where the client went away before there was an answer.
  var status: Int?
  /// The bytes of the answer's body.
  var bytes: Int
  var duration: Duration

  /// A line in the Common Log Format, with the seconds that it took after it.
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

  /// An object in JSON, in a line.
  var json: [UInt8] {
    var line: [UInt8] = []
    line += "{\"time\":\"\(CivilTime(time).internetText)\",\"address\":\"\(address)\"".utf8
    line += ",\"method\":\"".utf8
    Self.escape(method, into: &line, by: Self.jsonEscape)
    line += "\",\"path\":\"".utf8
    Self.escape(path, into: &line, by: Self.jsonEscape)
    line += "\",\"protocol\":\"\(version)\",\"status\":\(status.map { "\($0)" } ?? "null")".utf8
    line += ",\"bytes\":\(bytes),\"seconds\":\(seconds)}\n".utf8
    return line
  }

  private var version: String { isHTTP10 ? "HTTP/1.0" : "HTTP/1.1" }

  /// Seconds with six digits after the point.
  private var seconds: String {
    let (seconds, attoseconds) = duration.components
    let micros = "\(attoseconds / 1_000_000_000_000)"
    return "\(seconds).\(String(repeating: "0", count: 6 - micros.count))\(micros)"
  }

  /// Longer texts are cut: a method has no length of its own.
  private static let longest = 8192

  /// Appends the bytes of a text. All but printable ASCII without quotes and backslashes is escaped,
  /// so that nobody who has a say in a line can end it, begin another or command a terminal.
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

  /// Bytes outside ASCII are written as they are in a URL, so that the object is ASCII.
  private static func jsonEscape(_ byte: UInt32) -> String {
    byte < 0x80 ? "\\u\(hex(byte, digits: 4))" : "%\(hex(byte, digits: 2))"
  }

  private static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
