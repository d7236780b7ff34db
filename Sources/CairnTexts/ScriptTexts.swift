import Foundation

/// The texts that only the script shows, by the names that it has for them.
package enum ScriptTexts {
  /// The character that the script replaces with the text that it inserts.
  package static let placeholder = "\u{FFFC}"

  static let all: [(name: String, text: SystemText)] = [
    ("busy", .serverBusy), ("error", .titleWithError(title: placeholder)),
    ("leave", .leavesUnsaved), ("offline", .offline),
    ("refused", .notSaved(.tryAgain)), ("refusedBusy", .notSaved(.serverBusy)),
    ("refusedFile", .notSaved(.fileTooLarge)), ("refusedPage", .notSaved(.reload)),
    ("refusedText", .notSaved(.textTooLong)), ("removed", .rowRemoved(placeholder)),
  ]

  /// The texts in English, which the script contains.
  static let english = json { $0.string(in: .english) }

  /// Returns the texts as a JSON object.
  static func json(_ string: (SystemText) -> String) -> String {
    let texts = Dictionary(uniqueKeysWithValues: all.map { ($0.name, string($0.text)) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = try? encoder.encode(texts)
    return json.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
