/// Text of which a comparison costs no more than its length: the Stream-Safe Text Format of Unicode
/// Standard Annex 15, section 13.
///
/// Swift compares and hashes strings by canonical equivalence, which puts each run of combining
/// marks in order first, in a time that grows with the square of the run. A run of 64 kB takes half
/// a second, whoever compares it. No language has more than a handful in a row; the format allows
/// 30.
package enum StreamSafe {
  /// The longest run of non-starters.
  static let longestRun = 30

  /// Whether no run of non-starters is too long.
  package static func isSafe(_ text: String) -> Bool {
    guard mayHaveMarks(text) else { return true }
    var run = 0
    for scalar in text.unicodeScalars {
      run = isStarter(scalar) ? 0 : run + 1
      if run > longestRun { return false }
    }
    return true
  }

  /// The text with an invisible joiner, U+034F, after each 30 non-starters in a row: the annex's
  /// process, which leaves all other text as it is.
  package static func made(of text: String) -> String {
    guard !isSafe(text) else { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count + text.utf8.count / longestRun)
    var run = 0
    for scalar in text.unicodeScalars {
      if isStarter(scalar) {
        run = 0
      } else if run == longestRun {
        result.unicodeScalars.append("\u{34F}")
        run = 1
      } else {
        run += 1
      }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// No byte of UTF-8 below U+0300, the first combining mark, is above 0xCB.
  private static func mayHaveMarks(_ text: String) -> Bool {
    text.utf8.contains { $0 > 0xCB }
  }

  private static func isStarter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x300, 0x3400..<0xA000, 0xAC00..<0xD7A4: true
    // These are starters that decompose into what are none.
    case 0x0F73, 0x0F75, 0x0F81: false
    default: scalar.properties.canonicalCombiningClass == .notReordered
    }
  }
}
