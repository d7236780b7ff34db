// What a client names is compared as bytes: `==` of strings looks for equivalent characters, which
// takes a client's time squared.

extension String {
  /// Whether another text is made of the same bytes.
  package func hasSameBytes(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}

extension Collection<String> {
  /// Whether these are the same texts, byte by byte.
  package func hasSameBytes(as other: some Collection<String>) -> Bool {
    count == other.count && begins(with: other)
  }

  /// Whether the first of these are the texts of a prefix, byte by byte.
  package func begins(with prefix: some Collection<String>) -> Bool {
    guard prefix.count <= count else { return false }
    return zip(self, prefix).allSatisfy { $0.hasSameBytes(as: $1) }
  }
}

extension Hasher {
  /// Takes in the bytes of a text, and where they end.
  mutating func combine(bytesOf text: String) {
    var text = text
    text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
    combine(UInt8.max)
  }
}
