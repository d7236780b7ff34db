import CairnBytes

extension ServerSecret {
  /// Reads secrets from a text. The first one signs.
  ///
  /// Each secret consists of 32 or more bytes as hexadecimal digits. Commas separate the secrets. Spaces and line
  /// breaks are ignored.
  package init(text: String) throws(SecretTextError) {
    let parts = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count <= Self.maximumCount else {
      throw SecretTextError(
        "It contains \(parts.count) secrets, and must contain at most \(Self.maximumCount)")
    }
    var secrets: [[UInt8]] = []
    for (index, part) in parts.enumerated() {
      let name = parts.count == 1 ? "It" : "Secret \(index + 1)"
      let digits = part.filter { !($0 == 0x0a || $0 == 0x0d || $0 == 0x20) }
      guard let bytes = Self.bytes(hexadecimal: digits) else {
        throw SecretTextError("\(name) must consist of pairs of hexadecimal digits")
      }
      guard bytes.count >= Self.minimumLength else {
        throw SecretTextError(
          "\(name) has \(bytes.count) bytes, and must have \(Self.minimumLength) or more")
      }
      secrets.append(bytes)
    }
    guard let secret = ServerSecret(secrets[0], others: Array(secrets.dropFirst())) else {
      throw SecretTextError("It must have \(Self.minimumLength) or more bytes")
    }
    self = secret
  }

  private static func bytes(hexadecimal digits: [UInt8]) -> [UInt8]? {
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = HexDigit.value(digits[index]), let low = HexDigit.value(digits[index + 1])
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}

/// An error that explains why a text isn't a valid secret, without the text. It's one sentence without a period.
package struct SecretTextError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
