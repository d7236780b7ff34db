import Cairn
import CairnServer

/// The catalog of fields and containers.
///
/// Its own texts are in English. The other languages show the fields with their numbers, dates, and messages, and from
/// right to left.
struct CatalogApp: App {
  static var languages: [Language] { [.english, .german, .arabic] }

  static func systemText(_ text: SystemText, in language: Language) -> String? {
    language == .arabic ? text.arabic : nil
  }

  let store = Store(initialState: Catalog.State()) { Catalog() }

  var body: some Scene {
    WindowGroup { CatalogView(store: store).backLink("Gallery", to: "/") }
      .routes(of: store)
  }
}
