/// Conversion between numbers of bytes and readable sizes. 1 kB is 1,000 bytes, and 1 KiB is 1,024 bytes.
package enum ByteSize {
  private static let units: [(name: String, bytes: Int)] = [
    ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30),
    ("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000),
  ]

  /// Returns the number of bytes for a size such as `65536`, `500kB`, `4MB`, or `4MiB`.
  ///
  /// The case of the unit doesn't matter. Returns `nil` if the text isn't a size.
  package static func bytes(_ text: String) -> Int? {
    let bytes = text.utf8
    let unit = units.first { bytes.suffix($0.name.utf8.count).equalsIgnoringCase($0.name.utf8) }
    let digits = bytes.dropLast(unit?.name.utf8.count ?? 0)
    guard digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let number = Int(Substring(digits))
    else { return nil }
    let (size, isTooLarge) = number.multipliedReportingOverflow(by: unit?.bytes ?? 1)
    return isTooLarge ? nil : size
  }

  /// Returns a size in decimal units, such as `900 bytes`, `64 kB`, or `1.5 MB`.
  ///
  /// From 10,000 bytes on, the size is rounded down to a tenth of a unit. The real size is therefore never
  /// below the text.
  package static func text(_ bytes: Int) -> String {
    let (name, unit) =
      switch bytes {
      case ..<10_000 where !bytes.isMultiple(of: 1_000) || bytes == 0: ("bytes", 1)
      case ..<1_000_000: ("kB", 1_000)
      case ..<1_000_000_000: ("MB", 1_000_000)
      default: ("GB", 1_000_000_000)
      }
    let tenths = unit == 1 ? 0 : bytes % unit / (unit / 10)
    return "\(bytes / unit)\(tenths == 0 ? "" : ".\(tenths)") \(name)"
  }
}
