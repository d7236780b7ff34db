#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// An element may have each attribute only once, and browsers use the first one. An attribute of a modifier comes before
// those that a view writes itself, so it replaces them.

extension Renderer {
  /// Removes repeated attributes from the start tag that was just written, if a modifier has added attributes to it.
  @inlinable
  mutating func endTag() {
    if hasGivenAttributes { removeRepeatedAttributes() }
  }

  @usableFromInline
  mutating func removeRepeatedAttributes() {
    hasGivenAttributes = false
    out.eraseRepeatedAttributes()
  }
}

extension ByteBuffer {
  /// An attribute in the buffer.
  private struct Attribute {
    let name: Range<Int>
    /// The end of the value, or of the name if there is no value.
    let end: Int
  }

  /// Returns whether the buffer, which contains only attributes, contains an attribute with a name.
  func hasAttribute(_ name: StaticString) -> Bool {
    let sought = UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    var position = 0
    while let attribute = nextAttribute(from: position) {
      if Self.areEqual(sought, bytes[attribute.name]) { return true }
      position = attribute.end
    }
    return false
  }

  /// Overwrites repeated attributes of the last tag with spaces. Later bytes stay where they are.
  fileprivate mutating func eraseRepeatedAttributes() {
    // The character '<' doesn't occur in attributes, because it's escaped.
    let bytes = self.bytes
    guard let base, let start = bytes.lastIndex(of: UInt8(ascii: "<")),
      var position = bytes[start...].firstIndex(of: UInt8(ascii: " "))
    else { return }
    var names: [Range<Int>] = []
    while let attribute = nextAttribute(from: position) {
      let isRepeated = names.contains { name in
        Self.areEqual(bytes[name], bytes[attribute.name])
      }
      if isRepeated {
        let start = attribute.name.lowerBound
        memset(base + start, Int32(UInt8(ascii: " ")), attribute.end - start)
      } else {
        names.append(attribute.name)
      }
      position = attribute.end
    }
  }

  /// Returns the first attribute at or after a position between attributes, or `nil` at the end of the tag.
  ///
  /// All values are in double quotes.
  private func nextAttribute(from position: Int) -> Attribute? {
    let bytes = self.bytes
    var start = position
    while start < count, bytes[start] == UInt8(ascii: " ") { start += 1 }
    var end = start
    while end < count,
      ![UInt8(ascii: " "), UInt8(ascii: "="), UInt8(ascii: ">")].contains(bytes[end])
    {
      end += 1
    }
    guard end > start else { return nil }
    let name = start..<end
    guard end + 1 < count, bytes[end] == UInt8(ascii: "="), bytes[end + 1] == UInt8(ascii: "\""),
      let quote = bytes[(end + 2)...].firstIndex(of: UInt8(ascii: "\""))
    else { return Attribute(name: name, end: end) }
    return Attribute(name: name, end: quote + 1)
  }

  /// Returns whether two names are equal, ignoring case.
  private static func areEqual(
    _ one: some Collection<UInt8>, _ other: some Collection<UInt8>
  ) -> Bool {
    one.elementsEqual(other) { one, other in
      one == other || (one | 0x20 == other | 0x20 && (0x61...0x7A).contains(one | 0x20))
    }
  }
}
