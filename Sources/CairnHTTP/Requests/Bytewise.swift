import CairnBytes

/// A text that is compared and hashed as its UTF-8 bytes, as everything that a client names is.
///
/// Swift's own equality of strings is canonical equivalence: two spellings of `é` are one text, and
/// a comparison may cost the square of its length.
package struct Bytewise: Hashable, Sendable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package static func == (one: Self, other: Self) -> Bool {
    one.text.hasBytes(of: other.text)
  }

  package func hash(into hasher: inout Hasher) {
    text.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// Whether both texts have the same UTF-8 bytes.
  package func hasBytes(of other: String) -> Bool {
    // Of memory at one place, and of no generic view: each request compares some texts.
    withBytes { one in other.withBytes { one.count == $0.count && one.elementsEqual($0) } }
  }
}
