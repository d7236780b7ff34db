import Foundation
import Testing

@testable import CairnTexts

/// Each text exists in each language, with the same insertions.
@Suite struct SystemTextTests {
  /// Texts that look different from all words of the texts.
  private static let (one, other) = ("‹1›", "‹2›")
  private static let number = 7_654_321

  /// The texts with insertions that can be found again.
  private static let inserting: [SystemText] = [
    .backTo(title: one), .decrement(title: one), .increment(title: one), .tabs(level: number),
    .titleWithError(title: one), .notWholeNumber(one), .notNumber(one), .numberTooSmall(one),
    .numberTooLarge(one), .notValid(one), .textTooLong(limit: number), .textChanged(one),
    .textDiffers(one), .fileTooLarge(name: one, limit: 2_000_000),
    .tooManyFiles(limit: number),
    .fileTypeUnaccepted(name: one, extensions: [".csv", other]), .typedTexts([one, other]),
    .addressTooDeep(limit: number), .rowRemoved(one),
  ]

  private static let plain: [SystemText] =
    [
      .errorLink, .back, .close, .ok, .cancel, .update, .upload, .language, .enterWholeNumber,
      .enterNumber,
      .chooseOnOrOff, .choiceUnavailable, .fieldLocked, .choiceChanged, .choiceDiffers,
      .formUnavailable, .submissionWaits, .submissionContinued, .submissionDropped,
      .fieldUnavailable, .leavesInvalid, .leavesTyped, .optionUnavailable,
      .questionClosed, .questionOpen, .pageChanged, .formClosed, .pageOutdated,
      .pageOutdatedTextRestored, .cookiesBlocked, .enteredTextRestored,
      .unchangedTextOnPreviousPage, .textOnPreviousPage, .someTextWaits, .textWaits, .textRestored,
      .filesLost, .pageGone, .pageUnknown, .addressPartlyIgnored, .pageTooLarge, .rowTooLarge,
      .signInFirst, .accessDenied, .requestFromOtherSite, .sessionChanged, .sessionTooLarge,
      .sessionUnavailable,
      .offline, .serverBusy, .leavesUnsaved, .workCanceled, .workInterrupted,
    ]
    + SystemText.ErrorKind.allCases.flatMap { [SystemText.errorTitle($0), .errorMessage($0)] }
    + SystemText.Advice.allCases.map { SystemText.notSaved($0) }

  private static var all: [SystemText] { inserting + plain }

  /// Returns the name of a text's case.
  private static func name(_ text: SystemText) -> String {
    String("\(text)".prefix { $0 != "(" })
  }

  @Test func `These tests cover each text`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/CairnTexts/SystemText.swift").standardizedFileURL
    let source = try String(contentsOf: file, encoding: .utf8)
    let declaration = try #require(source.split(separator: "\nextension ").first)
    let names = declaration.matches(of: /(?m)^  case (\w+)/).map { String($0.1) }
    #expect(names.count > 60)
    #expect(Set(names) == Set(Self.all.map(Self.name)))
  }

  @Test(arguments: Self.all) func `A text is complete in each language`(text: SystemText) {
    let (english, german) = (text.string(in: .english), text.string(in: .german))
    for string in [english, german] {
      #expect(!string.isEmpty && string.first != " " && string.last != " ")
      #expect(!string.contains("  ") && !string.contains(/[<&>\\]|Optional/))
    }
    // A text that ends a sentence in one language does so in the other.
    #expect(english.last == german.last || !".?".contains(english.last ?? " "), "\(german)")
    // A message below a field wraps, and a control doesn't.
    #expect(german.count < max(24, english.count * 2), "\(german)")
  }

  @Test(arguments: Self.inserting) func `A text has the same insertions in each language`(
    text: SystemText
  ) {
    func insertions(_ language: Language) -> [String] {
      let string = text.string(in: language)
      let texts = [Self.one, Self.other].flatMap {
        string.ranges(of: $0).map { String(string[$0]) }
      }
      return texts
        + string.matches(of: /\d[\d.,]*\d|\d MB/).map { match in
          String(match.output.filter { $0 != "." && $0 != "," })
        }
    }
    #expect(!insertions(.english).isEmpty)
    #expect(insertions(.english) == insertions(.german))
  }

  @Test(arguments: Self.all) func `Quotation marks are those of the language`(text: SystemText) {
    let (english, german) = (text.string(in: .english), text.string(in: .german))
    #expect(english.count { $0 == "“" } == english.count { $0 == "”" })
    #expect(german.count { $0 == "„" } == german.count { $0 == "“" })
    for string in [english, german] { #expect(!string.contains("\"")) }
    #expect(!english.contains("„") && !german.contains("”") && !german.contains("'"))
  }

  @Test func `A quoted text can't change the direction of its sentence`() {
    let quoted: [(String) -> SystemText] = [
      { .notWholeNumber($0) }, { .notNumber($0) }, { .numberTooSmall($0) }, { .numberTooLarge($0) },
      { .notValid($0) }, { .textChanged($0) }, { .textDiffers($0) },
      { .fileTooLarge(name: $0, limit: 1) }, { .fileTypeUnaccepted(name: $0, extensions: []) },
      { .typedTexts([$0]) }, { .rowRemoved($0) },
    ]
    for text in quoted.map({ $0("a\u{202E}b") }) {
      for language in [Language.english, .german] {
        #expect(text.string(in: language).contains("\u{2068}a\u{202E}b\u{2069}"))
      }
    }
  }

  @Test func `German addresses the user formally`() {
    let informal = /\b(du|dein\w*|dir|dich|euch|euer\w*)\b/.ignoresCase()
    for text in Self.all {
      let german = text.string(in: .german)
      #expect(!german.contains(informal), "\(german)")
    }
  }

  @Test func `Sizes and numbers have German separators`() {
    let size = SystemText.fileTooLarge(name: "a", limit: 1_500_000)
    #expect(size.string(in: .german) == "„a“ ist größer als 1,5 MB.")
    let bytes = SystemText.fileTooLarge(name: "a", limit: 900)
    #expect(bytes.string(in: .german) == "„a“ ist größer als 900 Bytes.")
    let length = SystemText.textTooLong(limit: 25_000)
    #expect(length.string(in: .german) == "Geben Sie höchstens 25.000 Zeichen ein.")
    #expect(length.string(in: .english) == "Enter at most 25,000 characters.")
    #expect(
      SystemText.textTooLong(limit: 1).string(in: .english) == "Enter at most 1 character.")
  }

  @Test(arguments: [("de", true), ("de-AT", true), ("DE", true), ("den", false), ("fr", false)])
  func `A regional variant has the texts of its language`(tag: String, isGerman: Bool) {
    #expect((SystemText.back.string(in: Language(tag)) == "Zurück") == isGerman)
  }

  @Test(arguments: Self.all) func `A stored text is read as it was`(text: SystemText) {
    #expect(UserText(stored: UserText.system(text).stored) == .system(text))
  }

  @Test(arguments: ["", "Saved.", "$", "=", "„é🎹“\n", "\u{301}x"])
  func `A stored text of the application is read as it was`(text: String) {
    #expect(UserText(stored: UserText.verbatim(text).stored) == .verbatim(text))
  }

  @Test(arguments: ["", "x", "$", "${}", #"${"unknown":{}}"#, #"${"notNumber":{}}"#])
  func `An unknown stored text isn't read`(stored: String) {
    #expect(UserText(stored: stored) == nil)
  }

  @Test func `Replaced texts are used in their language only`() {
    let texts = { (language: Language) in
      Texts(in: language) { text, language in
        text == .back && language == .german ? "Retour" : nil
      }
    }
    #expect(texts(.german)[.back] == "Retour")
    #expect(texts(.german)[.close] == "Schließen")
    #expect(texts(.english)[.back] == "Back")
    #expect(texts(.english)[[.system(.pageGone), .verbatim("Yes.")]].hasSuffix("match. Yes."))
  }
}
