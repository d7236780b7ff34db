/// The Stream-Safe Text Format of Unicode Standard Annex #15, section 13, in which comparing text takes linear time.
///
/// Swift compares and hashes strings by canonical equivalence. It sorts each run of combining marks first, in time
/// quadratic in the length of the run. Comparing text with a run of 64 kB takes half a second. Natural languages have
/// only a handful of marks in a row, and the format allows 30.
package enum StreamSafe {
  /// The maximum length of a run of non-starters.
  static let longestRun = 30

  /// Returns whether each run of non-starters is short enough.
  package static func isSafe(_ text: String) -> Bool {
    guard mayHaveMarks(text) else { return true }
    var run = 0
    for scalar in text.unicodeScalars {
      run = isStarter(scalar) ? 0 : run + 1
      if run > longestRun { return false }
    }
    return true
  }

  /// Returns the text with the invisible joiner U+034F after each 30 non-starters in a row.
  ///
  /// This is the annex's process. It doesn't change text that's already in the format.
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

  /// Returns whether the text can contain combining marks. Below U+0300, the first combining mark, UTF-8
  /// has no bytes above 0xCB.
  private static func mayHaveMarks(_ text: String) -> Bool {
    text.utf8.contains { $0 > 0xCB }
  }

  private static func isStarter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x300, 0x3400..<0xA000, 0xAC00..<0xD7A4: true
    // These are starters whose decompositions are non-starters.
    case 0x0F73, 0x0F75, 0x0F81: false
    default: scalar.properties.canonicalCombiningClass == .notReordered
    }
  }
}
