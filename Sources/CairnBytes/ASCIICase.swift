extension UInt8 {
  /// The lowercase letter for an uppercase letter of ASCII, and any other byte itself.
  @inlinable
  package var lowercasedASCII: UInt8 {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
  }
}

extension Collection<UInt8> {
  /// Whether other bytes are equal, without regard to the case of ASCII letters.
  @inlinable
  package func equalsIgnoringCase(_ other: some Collection<UInt8>) -> Bool {
    guard count == other.count else { return false }
    return zip(self, other).allSatisfy { $0 == $1 || $0.lowercasedASCII == $1.lowercasedASCII }
  }

  /// Whether these bytes are a word, without regard to the case of ASCII letters.
  @inlinable
  package func isWord(_ word: StaticString) -> Bool {
    word.withUTF8Buffer { equalsIgnoringCase($0) }
  }
}

extension String {
  /// Whether another text has the same bytes, without regard to the case of ASCII letters.
  @inlinable
  package func equalsIgnoringCase(_ other: String) -> Bool {
    // Most names of fields differ in their lengths.
    utf8.count == other.utf8.count && hasSameLetters(as: other)
  }

  @usableFromInline
  package func hasSameLetters(as other: String) -> Bool {
    withBytes { one in other.withBytes { one.equalsIgnoringCase($0) } }
  }
}
