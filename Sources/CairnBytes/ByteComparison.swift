// Names that a client chooses are compared as bytes. `==` of strings compares equivalent characters, which
// may take the square of their length.

extension String {
  /// Whether another text has the same UTF-8 bytes.
  @inlinable
  package func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && hasBytes(of: other)
  }

  /// Whether a text of the same length has the same bytes.
  @usableFromInline
  package func hasBytes(of other: String) -> Bool {
    // On contiguous memory, not on a generic view: each request compares some texts.
    withBytes { one in other.withBytes { one.elementsEqual($0) } }
  }
}

// Inlinable: each request compares some paths, and without their types that costs a hundred times as much.
extension Collection<String> {
  /// Whether these are the same texts, byte by byte.
  @inlinable
  package func hasSameBytes(as other: some Collection<String>) -> Bool {
    count == other.count && begins(with: other)
  }

  /// Whether the first of these are the texts of a prefix, byte by byte.
  @inlinable
  package func begins(with prefix: some Collection<String>) -> Bool {
    guard prefix.count <= count else { return false }
    var rest = makeIterator()
    return prefix.allSatisfy { rest.next()?.hasSameBytes(as: $0) == true }
  }
}

extension Hasher {
  /// Adds the UTF-8 bytes of a text, and its end.
  package mutating func combine(bytesOf text: String) {
    text.withBytes { combine(bytes: UnsafeRawBufferPointer($0)) }
    combine(UInt8.max)
  }
}

/// A text that is compared and hashed as its UTF-8 bytes.
package struct Bytewise: Hashable, Sendable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package static func == (one: Self, other: Self) -> Bool {
    one.text.hasSameBytes(as: other.text)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(bytesOf: text)
  }
}
