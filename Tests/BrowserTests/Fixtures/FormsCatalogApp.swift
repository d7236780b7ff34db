import Cairn
import CairnServer

@testable import Gallery

struct FormsCatalogApp: App {
  let store = Store(initialState: FormsCatalog.State()) { FormsCatalog() }

  var body: some Scene { WindowGroup { FormsCatalogView(store: store) } }
}
