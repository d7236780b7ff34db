import Cairn
import CairnServer

@testable import Gallery

struct MenuCatalogApp: App {
  let store = Store(initialState: MenuCatalog.State()) { MenuCatalog() }

  var body: some Scene { WindowGroup { MenuCatalogView(store: store) } }
}

struct LayoutCatalogApp: App {
  let store = Store(initialState: LayoutCatalog.State()) { LayoutCatalog() }

  var body: some Scene { WindowGroup { LayoutCatalogView(store: store) } }
}
