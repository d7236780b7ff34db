// What a client names is compared as bytes: `==` of strings looks for equivalent characters, which
// takes a client's time squared.

extension String {
  /// Whether another text is made of the same bytes.
  @usableFromInline package func hasSameBytes(as other: String) -> Bool {
    var (one, other) = (self, other)
    return one.withUTF8 { one in
      other.withUTF8 { one.count == $0.count && one.elementsEqual($0) }
    }
  }
}

// Inlinable: each request compares some paths, and without their types that costs a hundred times as much.
extension Collection<String> {
  /// Whether these are the same texts, byte by byte.
  @inlinable package func hasSameBytes(as other: some Collection<String>) -> Bool {
    count == other.count && begins(with: other)
  }

  /// Whether the first of these are the texts of a prefix, byte by byte.
  @inlinable package func begins(with prefix: some Collection<String>) -> Bool {
    guard prefix.count <= count else { return false }
    var rest = makeIterator()
    return prefix.allSatisfy { rest.next()?.hasSameBytes(as: $0) == true }
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
