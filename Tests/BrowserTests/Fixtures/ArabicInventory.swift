import Cairn
import CairnServer

@testable import Gallery

/// The inventory sample on pages that are laid out from right to left. Its own texts are in English.
struct ArabicInventory: App {
  static var languages: [Language] { [.arabic] }

  static func systemText(_ text: SystemText, in language: Language) -> String? { text.arabic }

  let store = Store(initialState: Inventory.State()) { Inventory() }

  var body: some Scene {
    WindowGroup { InventoryView(store: store).backLink("Gallery", to: "/") }
      .routes(of: store)
  }
}
