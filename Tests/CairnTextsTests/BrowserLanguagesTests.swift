import Foundation
import Testing

@testable import CairnTexts

@Suite struct BrowserLanguagesTests {
  private let languages = BrowserLanguages(LanguagePreferences("en"))
  private var choice: LanguageChoice { LanguageChoice([.english, .german], languages) }

  @Test func `A choice is delivered until the browser sends it`() {
    choice.select(.german)
    #expect(languages.takeUnconfirmed()?.language == .german)
    languages.update(LanguagePreferences("en", choice: .german))
    #expect(languages.takeUnconfirmed() == nil)
    #expect(choice.current == .german)
  }

  @Test func `A choice that the browser rejects ends after two responses`() {
    choice.select(.german)
    let first = languages.takeUnconfirmed()
    languages.update(LanguagePreferences("en"))
    #expect(choice.current == .german)
    let second = languages.takeUnconfirmed()
    #expect(first == second)
    #expect(second?.language == .german)
    languages.update(LanguagePreferences("en"))
    #expect(languages.takeUnconfirmed() == nil)
    #expect(choice.current == .english)
  }

  @Test func `A choice waits for the first response that can contain it`() {
    choice.select(.german)
    for _ in 1...3 { languages.update(LanguagePreferences("en")) }
    #expect(choice.current == .german)
    #expect(languages.takeUnconfirmed() != nil)
  }

  @Test func `A later choice that another server has processed remains`() {
    languages.update(LanguagePreferences("en", choice: .english), seen: 4)
    choice.select(.german)
    _ = languages.takeUnconfirmed(with: 5)
    // This request was sent before the response arrived.
    languages.update(LanguagePreferences("en", choice: .english), seen: 4)
    #expect(choice.current == .german)
    languages.update(LanguagePreferences("en", choice: .english), seen: 6)
    #expect(choice.current == .english)
    #expect(languages.takeUnconfirmed() == nil)
  }

  @Test(arguments: ["fr", "", "de_AT", "DE"])
  func `A choice that isn't a language of the application is ignored`(tag: String) {
    choice.select(Language(tag))
    #expect(choice.selection == nil)
    #expect(languages.takeUnconfirmed() == nil)
  }

  @Test(arguments: ["de_AT", "de;AT", "", String(repeating: "a", count: 36)])
  func `A choice that no cookie can contain is ignored`(tag: String) {
    LanguageChoice([.english, Language(tag)], languages).select(Language(tag))
    #expect(languages.preferences.choice == nil)
    #expect(languages.takeUnconfirmed() == nil)
  }

  @Test func `An application with one language ignores choices`() {
    let choice = LanguageChoice([.german], languages)
    choice.select(.german)
    choice.select(nil)
    #expect(languages.takeUnconfirmed() == nil)
  }

  @Test(arguments: [
    ("cairn-language=; cairn-language=de", "de"), ("cairn-language=<b>; cairn-language=de", "de"),
    ("cairn-language=en; cairn-language=de", "en"), ("a=b;\tcairn-language=de", "de"),
  ])
  func `An invalid cookie doesn't hide another one`(header: String, tag: String) {
    #expect(LanguageCookie.language(inHeader: header) == Language(tag))
  }
}
