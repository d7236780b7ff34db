// The encoding of numbers and strings in tokens and snapshots.

extension [UInt8] {
  @inlinable package mutating func appendBigEndian(_ value: some FixedWidthInteger) {
    // `Array` has a method with this name, which would shadow the function.
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }

  package mutating func appendVariable(_ value: UInt64) {
    var value = value
    while value >= 0x80 {
      append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    append(UInt8(truncatingIfNeeded: value))
  }

  /// Appends the length of a string, and then its UTF-8 bytes.
  package mutating func appendText(_ text: String) {
    appendVariable(UInt64(text.utf8.count))
    append(contentsOf: text.utf8)
  }

  /// Appends an optional string as its length plus one, followed by its bytes. Appends zero if the string is `nil`.
  package mutating func appendText(orNone text: String?) {
    guard let text else { return append(0) }
    appendVariable(UInt64(text.utf8.count) + 1)
    append(contentsOf: text.utf8)
  }

  /// Appends the number of bytes, and then the bytes.
  package mutating func appendBlock(_ bytes: [UInt8]) {
    appendVariable(UInt64(bytes.count))
    append(contentsOf: bytes)
  }
}

extension ArraySlice<UInt8> {
  @inlinable package mutating func readBigEndian<Value: FixedWidthInteger>(_: Value.Type) -> Value?
  {
    let size = Value.bitWidth / 8
    guard count >= size else { return nil }
    var value: Value = 0
    for byte in prefix(size) { value = value << 8 | Value(byte) }
    self = dropFirst(size)
    return value
  }

  package mutating func readVariable() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = popFirst() else { return nil }
      let bits = UInt64(byte & 0x7f)
      guard (bits << shift) >> shift == bits else { return nil }
      value |= bits << shift
      if byte < 0x80 { return value }
    }
    return nil
  }

  package mutating func readText(_ length: Int) -> String? {
    guard count >= length else { return nil }
    defer { self = dropFirst(length) }
    return String(validating: prefix(length), as: UTF8.self)
  }

  /// Reads a string that was written by ``Swift/Array/appendText(_:)``.
  package mutating func readText() -> String? {
    readCount().flatMap { readText($0) }
  }

  /// Reads a string that was written by ``Swift/Array/appendText(orNone:)``.
  ///
  /// - Returns: The string, or `.some(nil)` if there was no string. The result is `nil` if the bytes can't be decoded.
  package mutating func readOptionalText() -> String?? {
    guard let length = readVariable().flatMap({ Int(exactly: $0) }) else { return nil }
    guard length > 0 else { return .some(nil) }
    // Without this, a text that can't be decoded would count as none.
    guard let text = readText(length - 1) else { return nil }
    return text
  }

  /// Reads bytes that were written by ``Swift/Array/appendBlock(_:)``.
  package mutating func readBlock() -> [UInt8]? {
    guard let length = readCount() else { return nil }
    defer { self = dropFirst(length) }
    return Array(prefix(length))
  }

  /// Reads the number of elements that follow, each of which takes at least one byte.
  ///
  /// - Returns: The number, or `nil` if it's greater than the number of remaining bytes.
  package mutating func readCount() -> Int? {
    readVariable().flatMap { $0 <= UInt64(count) ? Int($0) : nil }
  }
}
