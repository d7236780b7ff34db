import CairnBytes
public import CairnFeatures
import CairnReducers
public import CairnScreens

extension Scene {
  /// Gives each page a URL that's derived from a store's state, and opens such URLs.
  ///
  /// The state is stored with each scene. So are the states of the other stores that the application creates.
  /// - Parameter store: The store whose state declares the locations.
  public func locations<Store: SceneStore>(of store: Store) -> some Scene
  where Store.State: Located {
    LocatedScene(base: self, store: store)
  }
}

/// A scene with the locations of a store.
struct LocatedScene<Base: Scene, Store: SceneStore>: Scene where Store.State: Located {
  let base: Base
  let store: Store

  var _page: ScenePage {
    var page = base._page
    let store = store.rootStore
    typealias Locations = DeclaredLocations<Store.State>
    page.location = { Locations.use { store.state.location(in: $0) } }
    page.place = { location in
      Locations.use { locations in
        let current = store.state.location(in: locations)
        guard location != current else { return current }
        guard location.segments.hasSameBytes(as: current.segments) else { return nil }
        // The URL may have unknown names and default values, in any order.
        return StackElementIDs.withCopy {
          var state = store.state
          let opened = state.open(location, in: locations)
          guard opened.isComplete, opened.unreadable.isEmpty else { return nil }
          return state.location(in: locations) == current ? current : nil
        }
      }
    }
    page.hasQuery = { location in
      Locations.use { locations in
        let current = store.state.location(in: locations)
        guard location.query != current.query else { return true }
        guard !location.segments.hasSameBytes(as: current.segments) else { return false }
        return StackElementIDs.withCopy {
          var state = store.state
          state.open(Location(location.segments, query: current.query), in: locations)
          return state.location(in: locations).query == location.query
        }
      }
    }
    page.open = { location in
      var state = store.state
      let opened = Locations.use { state.open(location, in: $0) }
      store.replaceState(state)
      return opened
    }
    page.map = { ScreenMap(of: Store.State.self) }
    page.hasLocations = true
    page.keep(store, withOthers: true)
    return page
  }
}
