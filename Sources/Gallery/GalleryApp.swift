import Cairn
import CairnServer

/// The list of the sample applications.
struct GalleryApp: App {
  var body: some Scene {
    WindowGroup { GalleryView() }
  }
}

/// The inventory.
struct InventoryApp: App {
  let store = Store(initialState: Inventory.State()) { Inventory() }

  var body: some Scene {
    WindowGroup { InventoryView(store: store) }
      .locations(of: store)
  }
}
