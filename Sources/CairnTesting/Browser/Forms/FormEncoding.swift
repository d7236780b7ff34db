import CairnBytes

/// Encodes entries as browsers do, with CRLF for newlines. See “Form submission” in the HTML standard.
extension FormSubmission {
  /// The entries, encoded as `application/x-www-form-urlencoded`.
  var urlencoded: String {
    entries.map { entry in
      Self.formEncoded(entry.name) + "=" + Self.formEncoded(entry.value.string)
    }
    .joined(separator: "&")
  }

  /// The request body and its content type.
  var encodedBody: (contentType: String, bytes: [UInt8]) {
    switch encoding {
    case .urlencoded:
      return ("application/x-www-form-urlencoded", Array(urlencoded.utf8))
    case .plain:
      let lines = entries.map { "\($0.name)=\($0.value.string.withNewlines("\r\n"))\r\n" }
      return ("text/plain", Array(lines.joined().utf8))
    case .multipart:
      // Long enough that a value doesn't contain it by chance.
      let boundary =
        "----CairnBrowser" + String(UInt64.random(in: .min ... .max), radix: 36)
        + String(UInt64.random(in: .min ... .max), radix: 36)
      return ("multipart/form-data; boundary=\(boundary)", multipart(boundary: boundary))
    }
  }

  private func multipart(boundary: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for entry in entries {
      let disposition = "Content-Disposition: form-data; name=\"\(Self.quoted(entry.name))\""
      bytes += "--\(boundary)\r\n\(disposition)".utf8
      switch entry.value {
      case .text(let value): bytes += ("\r\n\r\n" + value.withNewlines("\r\n")).utf8
      case .noFile:
        bytes += "; filename=\"\"\r\nContent-Type: application/octet-stream\r\n\r\n".utf8
      case .file(let file):
        let name = Self.quoted(file.name)
        bytes += "; filename=\"\(name)\"\r\nContent-Type: \(file.contentType)\r\n\r\n".utf8
        bytes += file.contents
      }
      bytes += "\r\n".utf8
    }
    return bytes + "--\(boundary)--\r\n".utf8
  }

  private static func quoted(_ name: String) -> String {
    name.withNewlines("\r\n").unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\r": text += "%0D"
      case "\n": text += "%0A"
      case "\"": text += "%22"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  private static func formEncoded(_ text: String) -> String {
    let encoded = PercentCoding.encoded(text.withNewlines("\r\n")) { byte in
      switch byte {
      case UInt8(ascii: "~"): false
      case UInt8(ascii: " "), UInt8(ascii: "*"): true
      default: PercentCoding.isUnreserved(byte)
      }
    }
    return encoded.replacing(" ", with: "+")
  }
}

extension FormSubmission.Value {
  fileprivate var string: String {
    switch self {
    case .text(let text): text
    case .noFile: ""
    case .file(let file): file.name
    }
  }
}
