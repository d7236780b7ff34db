import CairnBytes
import CairnDependencies
public import CairnFeatures
import CairnReducers
public import CairnScreens
public import CairnViews

extension Scene {
  /// Gives each page a URL that's derived from a store's state, and opens such URLs.
  ///
  /// The state is stored with each scene. So are the states of the other stores that the application creates.
  /// - Parameter store: The store whose state declares the routes.
  public func routes<Store: SceneStore>(of store: Store) -> some Scene
  where Store.State: Routable {
    RoutedScene(base: self, store: store, otherwise: nil)
  }

  /// Gives each page a URL that's derived from a store's state, opens such URLs, and shows a view to sessions that the
  /// guard of a route doesn't admit.
  ///
  /// ```swift
  /// WindowGroup { InventoryView(store: store) }
  ///   .routes(of: store) { SignInView(store: store) }
  /// ```
  /// The routes choose their guards with `Route.guarded(by:)`.
  /// - Parameters:
  ///   - store: The store whose state declares the routes.
  ///   - otherwise: Returns the view for sessions that may not see a route, such as a form to sign in.
  public func routes<Store: SceneStore>(
    of store: Store, @ViewBuilder otherwise: @escaping () -> some View
  ) -> some Scene where Store.State: Routable {
    RoutedScene(base: self, store: store) { AnyView(otherwise()) }
  }
}

/// A scene with the routes of a store.
struct RoutedScene<Base: Scene, Store: SceneStore>: Scene where Store.State: Routable {
  let base: Base
  let store: Store
  /// Returns the view for sessions that a route's guard doesn't admit.
  let otherwise: (() -> AnyView)?

  var _page: ScenePage {
    var page = base._page
    let store = store.rootStore
    typealias Routes = DeclaredRoutes<Store.State>
    page.location = { Routes.use { store.state.location(in: $0) } }
    page.matchingLocation = { location in
      Routes.use { routes in
        let current = store.state.location(in: routes)
        guard location != current else { return current }
        guard location.segments.hasSameBytes(as: current.segments) else { return nil }
        // The URL may have unknown names and default values, in any order.
        return StackElementIDs.withCopy {
          var state = store.state
          let opened = state.open(location, in: routes)
          guard opened.isComplete, opened.unreadable.isEmpty else { return nil }
          return state.location(in: routes) == current ? current : nil
        }
      }
    }
    page.hasQuery = { location in
      Routes.use { routes in
        let current = store.state.location(in: routes)
        guard location.query != current.query else { return true }
        guard !location.segments.hasSameBytes(as: current.segments) else { return false }
        return StackElementIDs.withCopy {
          var state = store.state
          state.open(Location(location.segments, query: current.query), in: routes)
          return state.location(in: routes).query == location.query
        }
      }
    }
    page.open = { location in
      var state = store.state
      let opened = Routes.use { state.open(location, in: $0) }
      store.replaceState(state)
      return opened
    }
    page.map = { ScreenMap(of: Store.State.self) }
    page.hasRoutes = true
    page.keep(store, withOthers: true)
    // The scene's guards also apply to routes that are declared after them.
    let entrances = page.entrances
    if Routes.areGuarded { page.guardRoutes(of: store, otherwise: otherwise) }
    for entrance in entrances { page.guardLocations(by: entrance) }
    return page
  }
}
