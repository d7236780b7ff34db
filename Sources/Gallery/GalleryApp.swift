import Cairn
import CairnServer

/// The list of the sample applications.
struct GalleryApp: App {
  var body: some Scene {
    WindowGroup { GalleryView() }
  }

  /// Returns the gallery and its samples, each mounted at its path.
  @MountBuilder
  static func mounts() -> [Mount] {
    Mount("/", GalleryApp.self)
    Mount("/counters", CountersApp.self)
    Mount("/inventory", InventoryApp.self)
    Mount("/members", MembersApp.self)
    Mount("/menu/tree", TreeMenuApp.self)
    Mount("/menu/stack", StackMenuApp.self)
    Mount("/trains", TrainsApp.self)
  }
}

/// The inventory sample.
struct InventoryApp: App {
  let store = Store(initialState: Inventory.State()) { Inventory() }

  var body: some Scene {
    WindowGroup { InventoryView(store: store).backLink("Gallery", to: "/") }
      .routes(of: store)
  }
}

/// The menu sample whose screens are a tree.
struct TreeMenuApp: App {
  let store = Store(initialState: TreeMenu.State()) { TreeMenu() }

  var body: some Scene {
    WindowGroup { TreeMenuView(store: store).backLink("Gallery", to: "/") }
      .routes(of: store)
  }
}

/// The menu sample whose screens are a stack.
struct StackMenuApp: App {
  let store = Store(initialState: StackMenu.State()) { StackMenu() }

  var body: some Scene {
    WindowGroup { StackMenuView(store: store).backLink("Gallery", to: "/") }
      .routes(of: store)
  }
}

/// The trains sample, whose screens are a path.
struct TrainsApp: App {
  let store = Store(initialState: Traveler.State()) { Traveler() }
  let dataSource = Navigator.Datasource(root: HomeScreen())

  var body: some Scene {
    WindowGroup {
      Root(dataSource: dataSource, pathBuilder: TrainsTree(store: store))
        .backLink("Gallery", to: "/")
    }
  }
}
