package import Logging

/// A log message as one line: `2026-11-21T02:29:58Z info  server: started port=8080`.
package enum LogLine {
  /// How a message of several lines is written.
  package enum Layout: Sendable {
    /// In one line, with its line ends escaped.
    case line
    /// In several lines. All but the first are indented, so none can look like another message.
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
}
