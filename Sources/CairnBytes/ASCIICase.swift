extension UInt8 {
  /// The byte, with an uppercase ASCII letter changed to lowercase.
  @inlinable
  package var lowercasedASCII: UInt8 {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
  }
}

extension Collection<UInt8> {
  /// Returns whether two byte sequences are equal, ignoring the case of ASCII letters.
  @inlinable
  package func equalsIgnoringCase(_ other: some Collection<UInt8>) -> Bool {
    guard count == other.count else { return false }
    return zip(self, other).allSatisfy { $0 == $1 || $0.lowercasedASCII == $1.lowercasedASCII }
  }

  /// Returns whether these bytes spell a word, ignoring the case of ASCII letters.
  @inlinable
  package func isWord(_ word: StaticString) -> Bool {
    word.withUTF8Buffer { equalsIgnoringCase($0) }
  }
}

extension String {
  /// Returns whether two strings have the same UTF-8 bytes, ignoring the case of ASCII letters.
  @inlinable
  package func equalsIgnoringCase(_ other: String) -> Bool {
    // Most field names differ in length.
    utf8.count == other.utf8.count && hasSameLetters(as: other)
  }

  @usableFromInline
  package func hasSameLetters(as other: String) -> Bool {
    withBytes { one in other.withBytes { one.equalsIgnoringCase($0) } }
  }
}
