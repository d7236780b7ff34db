extension HTTPResponse {
  /// The bytes of the response as it's sent before the connection is closed.
  var closingBytes: [UInt8] {
    closingHead(with: ["Content-Length: \(body.count)"]) + body.withUnsafeBytes { Array($0) }
  }

  /// The head of a response that continues until the connection is closed.
  var streamingHead: [UInt8] { closingHead(with: []) }

  /// Returns the bytes of the head. Fields that contain line breaks are omitted.
  private func closingHead(with own: [String]) -> [UInt8] {
    let fields = headers.filter { field in
      !(field.name + field.value).utf8.contains { $0 == 0x0d || $0 == 0x0a }
    }
    let lines =
      ["HTTP/1.1 \(status)"] + fields.map { "\($0.name): \($0.value)" } + own
      + ["Connection: close", "", ""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }
}
