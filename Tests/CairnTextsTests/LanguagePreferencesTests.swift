import CairnDependencies
import Foundation
import Testing

@testable import CairnTexts

@Suite struct LanguagePreferencesTests {
  private static let languages = [
    Language("en"), Language("de"), Language("pt-BR"), Language("zh-Hant"),
  ]

  private func language(_ header: String?) -> String? {
    LanguagePreferences(header).firstIndex(in: Self.languages).map { Self.languages[$0].tag }
  }

  @Test(arguments: [
    ("de", "de"), ("DE", "de"), ("de-AT", "de"), ("de-Latn-AT", "de"), ("de-x-a", "de"),
    ("pt-br", "pt-BR"), ("zh-Hant-TW", "zh-Hant"), ("fr, de", "de"),
    ("en;q=0.5, de;q=0.8", "de"), ("de;q=0.5, en;q=0.5", "de"), ("fr;q=1.000,de;q=0.001", "de"),
    ("de ; q=0.9 ,\ten;q=0.8", "de"), ("de;Q=1", "de"), (",,de,", "de"), ("*, de", "de"),
    ("de;q=1., en;q=0.9", "de"),
  ])
  func `The language with the highest weight is chosen`(header: String, tag: String) {
    #expect(language(header) == tag)
  }

  @Test(arguments: [
    nil, "", " ", "fr", "pt", "zh", "*", "fr, *;q=0.5", "de;q=0", "de;q=0.000", "d", "deu", "-de",
    "de-AT, de;q=0", "x-de",
  ])
  func `No language is chosen if none fits`(header: String?) {
    #expect(language(header) == nil)
  }

  @Test(arguments: [
    "de;q=2", "de;q=1.001", "de;q=0.1234", "de;q=", "de;q=x", "de;q=-1", "de;level=1", "de;q=0.5;a",
    "de;q=0,5, fr", "de;q=.5",
  ])
  func `A range with a malformed weight is ignored`(header: String) {
    #expect(language(header) == nil)
    #expect(language("\(header), en;q=0.1") == "en")
  }

  @Test(arguments: [
    (nil, []), ("", []), ("*", []), ("de", ["de"]), ("de;q=0.5, en-US, *;q=0.1", ["en-US", "de"]),
    ("fr;q=0, de;q=0.5, en;q=0.5", ["de", "en"]), ("d/e, <b>, pt-BR", ["pt-BR"]),
  ])
  func `The languages are in order of preference`(header: String?, tags: [String]) {
    #expect(LanguagePreferences(header).languages.map(\.tag) == tags)
    #expect(LanguagePreferences(header, choice: .german).languages.map(\.tag) == tags)
  }

  @Test func `A test can set the languages of a request`() {
    withDependencies {
      $0.request.languages = [Language("fr"), .german]
    } operation: {
      @Dependency(\.request.languages) var languages
      #expect(languages == [Language("fr"), .german])
    }
  }

  @Test func `Only the first ranges are considered`() {
    let many = Array(repeating: "fr", count: 31).joined(separator: ",")
    #expect(language("\(many),de") == "de")
    #expect(language("\(many),fr,de") == nil)
    #expect(language("de-" + String(repeating: "a-", count: 100_000)) == nil)
    #expect(language(String(repeating: ",", count: 100_000) + "de") == "de")
  }

  @Test func `A localization uses its first language for other browsers`() {
    let localization = Localization(languages: [.german, .english])
    #expect(localization.texts(for: LanguagePreferences("fr")).language == .german)
    #expect(localization.texts(for: LanguagePreferences("en-GB")).language == .english)
    #expect(localization.locale(for: LanguagePreferences("en")).identifier == "en")
  }

  @Test func `A localization with one language ignores the browser's`() {
    let german = Localization(languages: [.german])
    #expect(!german.isNegotiated)
    #expect(german.texts(for: LanguagePreferences("en")).language == .german)
    #expect(Localization(languages: []).texts(for: LanguagePreferences("de")).language == .english)
  }
}
