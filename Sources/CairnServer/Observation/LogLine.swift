package import Logging

/// A log message as a line, such as `2026-11-21T02:29:58Z info server: started port=8080`.
package enum LogLine {
  /// The layout of a message that has several lines.
  package enum Layout: Sendable {
    /// One line, with escaped line ends.
    case line
    /// Several lines. All except the first are indented, so they can't look like another message.
    case lines
  }

  package static func text(
    time: Int64, level: Logger.Level, label: String, message: String, metadata: Logger.Metadata,
    layout: Layout = .line
  ) -> String {
    let message =
      switch layout {
      case .line: singleLine(message)
      case .lines:
        message.split(separator: "\n", omittingEmptySubsequences: false).map(singleLine)
          .joined(separator: "\n    ")
      }
    var line = "\(CivilTime(time).internetText) \(level.rawValue) \(label): \(message)"
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
      let value = singleLine("\(value)")
      let quote = value.contains(where: \.isWhitespace) || value.isEmpty ? "\"" : ""
      line += " \(singleLine(key))=\(quote)\(value)\(quote)"
    }
    return line + "\n"
  }

  /// Returns a text with escaped control characters.
  ///
  /// Texts from clients can therefore not start a new line or send commands to a terminal.
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
}
