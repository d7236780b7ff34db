import CairnBytes

extension HTTPResponse {
  /// The bytes of the response as it's sent before the connection is closed.
  var closingBytes: [UInt8] {
    closingHead(with: ["Content-Length: \(body.count)"]) + body.withUnsafeBytes { Array($0) }
  }

  /// Returns the head of a response of unknown size, after which the connection is closed.
  func streamingHead(_ framing: StreamFraming) -> [UInt8] {
    closingHead(with: framing == .chunks ? ["Transfer-Encoding: chunked"] : [])
  }

  /// Returns the bytes of the head. Fields that contain line breaks, and fields for the framing, are omitted.
  private func closingHead(with own: [String]) -> [UInt8] {
    let fields = headers.filter { field in
      !(field.name + field.value).utf8.contains { $0 == 0x0d || $0 == 0x0a }
        && !Self.framingFields.contains { field.name.equalsIgnoringCase($0) }
    }
    let lines =
      ["HTTP/1.1 \(status)"] + fields.map { "\($0.name): \($0.value)" } + own
      + ["Connection: close", "", ""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  private static let framingFields = ["Content-Length", "Transfer-Encoding", "Connection"]
}
