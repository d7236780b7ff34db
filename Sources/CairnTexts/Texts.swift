/// The texts of a page in its language.
package struct Texts: Sendable {
  /// The function that replaces texts, and returns `nil` for a text that it doesn't replace.
  package typealias Replacement = @Sendable (SystemText, Language) -> String?

  package let language: Language
  /// The texts of the script as JSON, or `nil` if they're the ones that the script contains.
  package let script: String?
  private let replacement: Replacement?

  /// The framework's texts in English.
  package static let english = Texts(in: .english)

  package init(in language: Language, replacement: Replacement? = nil) {
    self.language = language
    self.replacement = replacement
    let script = ScriptTexts.json { replacement?($0, language) ?? $0.string(in: language) }
    self.script = script == ScriptTexts.english ? nil : script
  }

  /// Whether all texts are the framework's in English.
  package var areOriginal: Bool { language == .english && replacement == nil }

  package subscript(_ text: SystemText) -> String {
    replacement?(text, language) ?? text.string(in: language)
  }

  package subscript(_ text: UserText) -> String {
    switch text {
    case .system(let text): self[text]
    case .verbatim(let text): text
    }
  }

  /// Returns several sentences as one text.
  package subscript(_ texts: [UserText]) -> String { texts.map { self[$0] }.joined(separator: " ") }
}
