import Cairn
import Foundation
import Testing
import Ways

/// The string catalog of the article on languages.
@Suite struct CatalogArticleTests {
  private let catalog: StringCatalog

  init() throws { catalog = try StringCatalog(try Article("Languages").block("json", of: 1).utf8) }

  private func text(_ key: LocalizedStringKey, _ language: String) -> String {
    withDependencies {
      $0.strings = catalog
      $0.locale = Locale(identifier: language)
    } operation: {
      String(localized: key)
    }
  }

  @Test func `The catalog contains the texts of the view in both languages`() {
    #expect(catalog.keys == ["Borrow “%@”", "There are %lld books"])
    #expect(catalog.missingTranslations(in: [.english, .german]).isEmpty)
    #expect(text("There are \(1) books", "en") == "There is 1 book")
    #expect(text("There are \(3) books", "de") == "Es gibt 3 Bücher")
    #expect(text("Borrow “\("Emma")”", "en") == "Borrow “Emma”")
    #expect(text("Borrow “\("Emma")”", "de") == "„Emma“ ausleihen")
  }
}
