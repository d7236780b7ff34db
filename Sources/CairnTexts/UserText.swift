import Foundation

/// A text for the user of a page, which is a text of the framework or a text of the application.
public enum UserText: Hashable, Sendable {
  /// A text of the framework, in the language of the page.
  case system(SystemText)
  /// A text that's shown as it is, for example from the application.
  case verbatim(String)
}

extension UserText {
  /// The approximate size of the text in bytes.
  package var size: Int {
    switch self {
    case .system(let text): text.string(in: .english).utf8.count
    case .verbatim(let text): text.utf8.count
    }
  }

  /// Returns whether this is a text of the application, and contains a message.
  package func includes(_ message: String) -> Bool {
    guard case .verbatim(let text) = self else { return false }
    return text.contains(message)
  }

  /// The text as it's stored. The first character distinguishes the cases.
  package var stored: String {
    switch self {
    case .verbatim(let text): return "=" + text
    case .system(let text):
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let json = try? encoder.encode(text)
      return json.map { "$" + String(decoding: $0, as: UTF8.self) }
        ?? "=" + text.string(in: .english)
    }
  }

  /// Reads a text that was stored. Returns `nil` for a text that this version of the framework doesn't have.
  package init?(stored: String) {
    switch stored.utf8.first {
    case UInt8(ascii: "="): self = .verbatim(String(stored.unicodeScalars.dropFirst()))
    case UInt8(ascii: "$"):
      let json = Data(stored.utf8.dropFirst())
      guard let text = try? JSONDecoder().decode(SystemText.self, from: json) else { return nil }
      self = .system(text)
    default: return nil
    }
  }
}
