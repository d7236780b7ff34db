// How numbers and texts stand in tokens and snapshots.

extension [UInt8] {
  @inlinable package mutating func appendBigEndian(_ value: some FixedWidthInteger) {
    // The array has a method of this name of its own.
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

  /// A text after its length.
  package mutating func appendText(_ text: String) {
    appendVariable(UInt64(text.utf8.count))
    append(contentsOf: text.utf8)
  }

  /// A text that may be missing: its length and one, or zero.
  package mutating func appendText(orNone text: String?) {
    guard let text else { return append(0) }
    appendVariable(UInt64(text.utf8.count) + 1)
    append(contentsOf: text.utf8)
  }

  /// Bytes after their number.
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

  /// What ``Swift/Array/appendText(_:)`` wrote.
  package mutating func readText() -> String? {
    readCount().flatMap { readText($0) }
  }

  /// What ``Swift/Array/appendText(orNone:)`` wrote; nil within where there was none.
  package mutating func readOptionalText() -> String?? {
    guard let length = readVariable().flatMap({ Int(exactly: $0) }) else { return nil }
    return length == 0 ? .some(nil) : readText(length - 1)
  }

  /// What ``Swift/Array/appendBlock(_:)`` wrote.
  package mutating func readBlock() -> [UInt8]? {
    guard let length = readCount() else { return nil }
    defer { self = dropFirst(length) }
    return Array(prefix(length))
  }

  /// A number of things, of which each has a byte at least.
  package mutating func readCount() -> Int? {
    readVariable().flatMap { $0 <= UInt64(count) ? Int($0) : nil }
  }
}
