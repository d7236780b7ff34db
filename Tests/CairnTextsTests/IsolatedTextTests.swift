import Testing

@testable import CairnTexts

/// Text from users in a sentence of the application.
@Suite struct IsolatedTextTests {
  @Test(arguments: ["", "Mouse", "Straße, 5 “m”", "東京", "👩🏽‍🌾", "e\u{301}"])
  func `A text that can't affect the direction is unchanged`(text: String) {
    #expect(text.bidiIsolated == text)
  }

  @Test(arguments: [
    ("שלום", "\u{2068}שלום\u{2069}"),
    ("a\u{202E}b", "\u{2068}a\u{202E}b\u{2069}"),
    ("a\u{200F}", "\u{2068}a\u{200F}\u{2069}"),
    // A text can't end the isolate around it, or leave its own isolates open.
    ("a\u{2069}\u{202E}b", "\u{2068}a\u{202E}b\u{2069}"),
    ("\u{2067}a", "\u{2068}\u{2067}a\u{2069}\u{2069}"),
    ("\u{2067}a\u{2069}b", "\u{2068}\u{2067}a\u{2069}b\u{2069}"),
  ])
  func `Any other text is isolated`(text: String, isolated: String) {
    #expect(Array(text.bidiIsolated.unicodeScalars) == Array(isolated.unicodeScalars))
  }
}
