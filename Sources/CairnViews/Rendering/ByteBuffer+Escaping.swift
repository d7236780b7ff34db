// Escaping stands where bytes are written: `&`, `<` and `>` in text, `"` and `'` too in attributes,
// and U+0000, which HTML can not carry, as U+FFFD.

extension ByteBuffer {
  /// Appends `text` so that it can not become markup between tags.
  mutating func appendText(_ text: String) {
    withBytes(of: text) { appendEscaped($0, quotes: false) }
  }

  /// Appends `text` so that it can not leave an attribute's value in double quotes.
  mutating func appendAttribute(_ text: String) {
    withBytes(of: text) { appendEscaped($0, quotes: true) }
  }

  /// Appends `text` as it is; for what is known to be markup.
  mutating func appendRaw(_ text: String) {
    withBytes(of: text) { append(UnsafeRawBufferPointer($0)) }
  }

  mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>, quotes: Bool) {
    guard let start = text.baseAddress else { return }
    let length = text.count
    reserve(length)
    var index = 0
    // Eight bytes at a time while none of them is special.
    while index &+ 8 <= length {
      let word = UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self)
      if Self.mayNeedEscaping(word) { break }
      UnsafeMutableRawPointer(base.unsafelyUnwrapped + count)
        .storeBytes(of: word, as: UInt64.self)
      count &+= 8
      index &+= 8
    }
    appendEscaped(start, from: index, to: length, quotes: quotes)
  }

  private mutating func appendEscaped(
    _ start: UnsafePointer<UInt8>, from first: Int, to length: Int, quotes: Bool
  ) {
    var run = first
    var index = first
    while index < length {
      if let entity = Self.entity(start[index], quotes: quotes) {
        append(start + run, index &- run)
        append(entity)
        run = index &+ 1
      }
      index &+= 1
    }
    append(start + run, length &- run)
  }

  @inline(__always)
  private static func entity(_ byte: UInt8, quotes: Bool) -> StaticString? {
    guard byte <= 0x3E else { return nil }
    switch byte {
    case 0x26: return "&amp;"
    case 0x3C: return "&lt;"
    case 0x3E: return "&gt;"
    case 0x22: return quotes ? "&quot;" : nil
    case 0x27: return quotes ? "&#39;" : nil
    case 0x00: return "\u{FFFD}"
    default: return nil
    }
  }

  /// Whether one of eight bytes is U+0000, `"`, `&`, `'`, `<` or `>`.
  @inline(__always)
  private static func mayNeedEscaping(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // `&` and `'` differ in the lowest bit alone, `<` and `>` in the one above it.
    let hits =
      hasZero(word) | hasZero(word ^ (ones &* 0x22))
      | hasZero((word | ones) ^ (ones &* 0x27)) | hasZero((word | (ones &* 2)) ^ (ones &* 0x3E))
    return hits != 0
  }

  @inline(__always)
  private static func hasZero(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }
}

@inline(__always)
private func withBytes(of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
  if text.utf8.withContiguousStorageIfAvailable(body) != nil { return }
  var text = text
  text.withUTF8(body)
}
