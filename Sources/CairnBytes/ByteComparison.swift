// Names that a client chooses are compared as bytes. `==` of strings compares canonically equivalent characters, which
// can take time quadratic in their length.

extension String {
  /// Returns whether two strings have the same UTF-8 bytes.
  @inlinable
  package func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && hasBytes(of: other)
  }

  /// Returns whether two strings of equal length have the same UTF-8 bytes.
  @usableFromInline
  package func hasBytes(of other: String) -> Bool {
    // This runs for each request, so it compares contiguous memory instead of a generic view.
    withBytes { one in other.withBytes { one.elementsEqual($0) } }
  }
}

// These methods are inlinable because each request compares paths. Without specialization, that takes a
// hundred times as long.
extension Collection<String> {
  /// Returns whether two collections contain the same strings, compared byte by byte.
  @inlinable
  package func hasSameBytes(as other: some Collection<String>) -> Bool {
    count == other.count && begins(with: other)
  }

  /// Returns whether the collection begins with the given strings, compared byte by byte.
  @inlinable
  package func begins(with prefix: some Collection<String>) -> Bool {
    guard prefix.count <= count else { return false }
    var rest = makeIterator()
    return prefix.allSatisfy { rest.next()?.hasSameBytes(as: $0) == true }
  }
}

extension Hasher {
  /// Adds the UTF-8 bytes of a string, followed by a terminator.
  package mutating func combine(bytesOf text: String) {
    text.withBytes { combine(bytes: UnsafeRawBufferPointer($0)) }
    combine(UInt8.max)
  }
}

/// A string that's compared and hashed as its UTF-8 bytes.
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
