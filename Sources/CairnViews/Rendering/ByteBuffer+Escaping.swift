// Text is escaped when its bytes are written: `&`, `<`, and `>` in text, and also `"` and `'` in attributes. U+0000,
// which HTML can't contain, is written as U+FFFD. U+001E is also escaped, because streams of patches use it.

extension ByteBuffer {
  /// Appends `text`, escaped so that it can't become markup between tags.
  mutating func appendText(_ text: String) {
    withBytes(of: text) { appendEscaped($0, quotes: false) }
  }

  /// Appends `text`, escaped so that it can't end an attribute value in double quotes.
  mutating func appendAttribute(_ text: String) {
    withBytes(of: text) { appendEscaped($0, quotes: true) }
  }

  /// Appends `text` without escaping. Use it only for text that's known to be markup.
  mutating func appendRaw(_ text: String) {
    withBytes(of: text) { append(UnsafeRawBufferPointer($0)) }
  }

  mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>, quotes: Bool) {
    guard let start = text.baseAddress else { return }
    let length = text.count
    reserve(length)
    if length < 8 {
      appendShort(start, length, quotes: quotes)
      return
    }
    var index = 0
    while index &+ 8 <= length {
      let word = UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self)
      if Self.mayNeedEscaping(word) {
        appendEach(start + index, 8, quotes: quotes)
        reserve(length &- index)
      } else {
        store(word)
        count &+= 8
      }
      index &+= 8
    }
    let rest = length &- index
    guard rest > 0 else { return }
    let word = UnsafeRawPointer(start + length - 8).loadUnaligned(as: UInt64.self)
    if Self.mayNeedEscaping(word) {
      appendEach(start + index, rest, quotes: quotes)
    } else {
      // Write the last eight bytes, which overlap the bytes that are already written. They don't contain special
      // characters, so the overlapping bytes stay the same.
      count &-= 8 &- rest
      store(word)
      count &+= 8
    }
  }

  /// Writes eight bytes without counting them. The caller must have reserved space for them.
  @inline(__always)
  private mutating func store(_ word: UInt64) {
    UnsafeMutableRawPointer(base.unsafelyUnwrapped + count).storeBytes(of: word, as: UInt64.self)
  }

  /// Appends fewer than eight bytes, escaped.
  @inline(__always)
  private mutating func appendShort(
    _ start: UnsafePointer<UInt8>, _ length: Int, quotes: Bool
  ) {
    guard length >= 4 else {
      appendEach(start, length, quotes: quotes)
      return
    }
    // Two overlapping halves form the whole text.
    let first = UnsafeRawPointer(start).loadUnaligned(as: UInt32.self)
    let last = UnsafeRawPointer(start + length - 4).loadUnaligned(as: UInt32.self)
    if Self.mayNeedEscaping(UInt64(first) &<< 32 | UInt64(last)) {
      appendEach(start, length, quotes: quotes)
      return
    }
    let target = UnsafeMutableRawPointer(base.unsafelyUnwrapped + count)
    target.storeBytes(of: first, as: UInt32.self)
    target.storeBytes(of: last, toByteOffset: length &- 4, as: UInt32.self)
    count &+= length
  }

  /// Appends bytes one by one, each escaped if necessary.
  private mutating func appendEach(
    _ start: UnsafePointer<UInt8>, _ length: Int, quotes: Bool
  ) {
    for index in 0..<length {
      let byte = start[index]
      if let entity = Self.entity(byte, quotes: quotes) {
        append(entity)
      } else {
        append(byte: byte)
      }
    }
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
    // Streams of patches use U+001E instead of NUL.
    case 0x1E: return "&#30;"
    default: return nil
    }
  }

  /// Returns whether one of eight bytes may be U+0000, U+001E, `"`, `&`, `'`, `<`, or `>`. Some other bytes match as
  /// well.
  @inline(__always)
  private static func mayNeedEscaping(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // `&` and `'` differ only in the lowest bit, and `<` and `>` in the next one. U+001E differs from them in one
    // more bit.
    let hits =
      hasZero(word) | hasZero(word ^ (ones &* 0x22))
      | hasZero((word | ones) ^ (ones &* 0x27)) | hasZero((word | (ones &* 0x22)) ^ (ones &* 0x3E))
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
