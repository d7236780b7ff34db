import Cairn
import CairnServer

/// The catalog of fields and containers.
struct CatalogApp: App {
  let store = Store(initialState: Catalog.State()) { Catalog() }

  var body: some Scene {
    WindowGroup { CatalogView(store: store).backLink("Gallery", to: "/") }
      .routes(of: store)
  }
}
