#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Searches and changes bytes that are already written.
extension ByteBuffer {
  /// Returns the end of the first occurrence of some bytes at or after a position, or `nil` if they don't occur.
  func end(of pattern: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
    guard let base, let bytes = pattern.baseAddress, let first = pattern.first else { return nil }
    var position = start
    while position + pattern.count <= count,
      let found = memchr(base + position, Int32(first), count - pattern.count - position + 1)
    {
      position = UnsafeRawPointer(base).distance(to: found)
      if memcmp(found, bytes, pattern.count) == 0 { return position + pattern.count }
      position += 1
    }
    return nil
  }

  /// Returns the end of the first occurrence of markup at or after a position, or `nil` if it doesn't occur.
  func end(of markup: StaticString, from start: Int = 0) -> Int? {
    end(
      of: UnsafeRawBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount),
      from: start)
  }

  /// Returns whether the bytes before a position equal the given ones.
  func has(_ bytes: StaticString, before position: Int) -> Bool {
    let length = bytes.utf8CodeUnitCount
    guard let base, position >= length else { return false }
    return memcmp(base + position - length, bytes.utf8Start, length) == 0
  }

  /// Inserts markup at a position.
  mutating func insert(_ markup: StaticString, at position: Int) {
    let length = markup.utf8CodeUnitCount
    reserve(length)
    guard let base else { return }
    memmove(base + position + length, base + position, count - position)
    memcpy(base + position, markup.utf8Start, length)
    count += length
  }
}
