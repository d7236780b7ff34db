extension HTTPResponse {
  /// The response as it is sent, with which the connection ends. Fields that hold line breaks are left
  /// out.
  var closingBytes: [UInt8] {
    let fields = headers.filter { field in
      !(field.name + field.value).utf8.contains { $0 == 0x0d || $0 == 0x0a }
    }
    let lines =
      ["HTTP/1.1 \(status)"] + fields.map { "\($0.name): \($0.value)" } + [
        "Connection: close", "Content-Length: \(body.count)", "", "",
      ]
    return Array(lines.joined(separator: "\r\n").utf8) + body.withUnsafeBytes { Array($0) }
  }
}
