package import Logging

/// A log message as one line: `2026-11-21T02:29:58Z info  server: started port=8080`.
package enum LogLine {
  package static func text(
    time: Int64, level: Logger.Level, label: String, message: String, metadata: Logger.Metadata
  ) -> String {
    var line = "\(timestamp(time)) \(level.rawValue) \(label): \(singleLine(message))"
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
      let value = singleLine("\(value)")
      let quote = value.contains(where: \.isWhitespace) || value.isEmpty ? "\"" : ""
      line += " \(singleLine(key))=\(quote)\(value)\(quote)"
    }
    return line + "\n"
  }

  /// The text with its control characters written out, so that nobody who has a say in a message
  /// can begin a line of his own or command a terminal.
  package static func singleLine(_ text: some StringProtocol) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return String(text) }
    var line = ""
    for scalar in text.unicodeScalars {
      if isControl(scalar) {
        line += scalar.escaped(asASCII: true)
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .format: true
    default: false
    }
  }

  /// Seconds since 1970 in the form of RFC 3339, in UTC.
  private static func timestamp(_ seconds: Int64) -> String {
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let days = Int64((Double(seconds) / 86400).rounded(.down))
    let second = seconds - days * 86400
    // Howard Hinnant, "chrono-compatible low-level date algorithms", civil_from_days.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return "\(year)-\(two(month))-\(two(day))"
      + "T\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))Z"
  }
}
