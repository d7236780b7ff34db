import CairnBytes

/// The part of a file that a `Range` field requests, as specified by RFC 9110, section 14.
enum ByteRange: Equatable {
  /// The given bytes of the file.
  case part(Range<Int>)
  /// Bytes that the file doesn't have.
  case unsatisfiable

  /// Reads a field. The result is `nil` if the whole file should be sent.
  ///
  /// That applies to unknown units, malformed fields, and multiple ranges, which a server may ignore.
  ///
  /// - Parameter size: The number of bytes of the file.
  init?(_ field: String, size: Int) {
    guard let range = field.withBytes({ Self.read($0, size: size) }) else { return nil }
    self = range
  }

  private static func read(_ field: UnsafeBufferPointer<UInt8>, size: Int) -> ByteRange? {
    guard let sign = field.firstIndex(of: UInt8(ascii: "=")), field[..<sign].isWord("bytes")
    else { return nil }
    // Elements of a list can be empty.
    let specs = field[(sign + 1)...].split(separator: UInt8(ascii: ",")).map(\.trimmed)
      .filter { !$0.isEmpty }
    guard specs.count == 1, let spec = specs.first,
      let dash = spec.firstIndex(of: UInt8(ascii: "-"))
    else { return nil }
    let (start, end) = (spec[..<dash], spec[(dash + 1)...])
    if start.isEmpty {
      guard let length = number(end) else { return nil }
      return length == 0 || size == 0
        ? .unsatisfiable : .part(size - min(length, size)..<size)
    }
    guard let first = number(start) else { return nil }
    var last = Int.max
    if !end.isEmpty {
      guard let number = number(end), isInOrder(start, end) else { return nil }
      last = number
    }
    return first >= size ? .unsatisfiable : .part(first..<min(last, size - 1) + 1)
  }

  /// Returns the number that consists of the digits, or `nil` for other characters. If the number doesn't fit into an
  /// integer, the result is the largest integer.
  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    guard !digits.isEmpty else { return nil }
    var number = 0
    for digit in digits {
      guard 0x30...0x39 ~= digit else { return nil }
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isTooLargeToo) = product.addingReportingOverflow(Int(digit - 0x30))
      number = isTooLarge || isTooLargeToo ? .max : sum
    }
    return number
  }

  /// Returns whether the first number is at most the second one. Both can have any number of digits.
  private static func isInOrder(
    _ first: Slice<UnsafeBufferPointer<UInt8>>, _ last: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Bool {
    let (first, last) = (first.drop { $0 == 0x30 }, last.drop { $0 == 0x30 })
    return first.count == last.count
      ? !last.lexicographicallyPrecedes(first) : first.count < last.count
  }
}
