import CairnBytes

/// An element of a `Forwarded` field (RFC 7239), in which a proxy describes how it was reached.
struct ForwardedElement: Equatable {
  /// The value of `for`, which is an address, or a name that hides one.
  var client: [UInt8] = []
  var scheme: [UInt8] = []
  var host: [UInt8] = []

  /// Returns the elements of all lines of the field, in order, or `nil` if any of them is malformed.
  ///
  /// A malformed field isn't trusted at all. Otherwise, a quotation mark that a client leaves open could swallow the
  /// element that a proxy appends.
  static func elements(_ lines: [String]) -> [ForwardedElement]? {
    var elements: [ForwardedElement] = []
    for line in lines {
      var reader = Reader(rest: Array(line.utf8)[...])
      guard let own = reader.elements() else { return nil }
      elements += own
    }
    return elements
  }

  private mutating func set(_ name: ArraySlice<UInt8>, _ value: [UInt8]) {
    if name.isWord("for") {
      client = value
    } else if name.isWord("proto") {
      scheme = value
    } else if name.isWord("host") {
      host = value
    }
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func elements() -> [ForwardedElement]? {
      var elements = [ForwardedElement()]
      while true {
        skipSpace()
        if let name = token() {
          guard rest.popFirst() == UInt8(ascii: "="), let value = value() else { return nil }
          elements[elements.count - 1].set(name, value)
          skipSpace()
        }
        switch rest.popFirst() {
        case nil: return elements
        case UInt8(ascii: ";"): continue
        case UInt8(ascii: ","): elements.append(ForwardedElement())
        default: return nil
        }
      }
    }

    private mutating func skipSpace() {
      rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }

    private mutating func token() -> ArraySlice<UInt8>? {
      let token = rest.prefix(while: Self.isTokenCharacter)
      rest = rest[token.endIndex...]
      return token.isEmpty ? nil : token
    }

    private mutating func value() -> [UInt8]? {
      guard rest.first == UInt8(ascii: "\"") else { return token().map(Array.init) }
      rest.removeFirst()
      var value: [UInt8] = []
      while let byte = rest.popFirst() {
        switch byte {
        case UInt8(ascii: "\""): return value
        case UInt8(ascii: "\\"):
          guard let escaped = rest.popFirst() else { return nil }
          value.append(escaped)
        default: value.append(byte)
        }
      }
      return nil
    }

    /// Returns whether a byte may be in a token (RFC 9110, section 5.6.2), or in an unquoted address.
    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        true
      default:
        "!#$%&'*+-.^_`|~:[]".utf8.contains(byte)
      }
    }
  }
}
