package import CairnScreens
import CairnViews

extension ScenePage {
  /// Returns whether no guard keeps a location closed.
  package func admits(_ location: Location) -> Bool {
    entrances.allSatisfy { $0.admits(location) }
  }

  /// Shows another view while an entrance is closed.
  mutating func guardViews(
    by entrance: SceneEntrance, otherwise: @escaping () -> some View
  ) {
    let page = self
    let closed = {
      EmptyView().guarded { _ in
        false
      } otherwise: {
        otherwise()
      }
    }
    render = { context in
      if entrance.isOpen { return page.render(context) }
      var rendered = renderPage(closed(), context)
      rendered.summary.isHidden = true
      return rendered
    }
    collect = { wanted in
      entrance.isOpen ? page.collect(wanted) : CairnViews.collect(closed(), wanted: wanted)
    }
    links = { entrance.isOpen ? page.links($0) : [:] }
    entrances.append(entrance)
    guardLocations(by: entrance)
  }

  /// Keeps requested locations while an entrance is closed.
  ///
  /// Until then, two locations are only compared. The application isn't asked which state they lead to.
  mutating func guardLocations(by entrance: SceneEntrance) {
    let page = self
    let current = { entrance.requested ?? page.location() }
    let isComparing = { entrance.requested != nil || !entrance.isOpen }
    location = current
    matchingLocation = { location in
      guard isComparing() else { return page.matchingLocation(location) }
      return location == current() ? location : nil
    }
    hasQuery = { isComparing() ? $0 == current() : page.hasQuery($0) }
    open = { location in
      guard entrance.admits(location) else {
        entrance.requested = location.shortened
        return OpenedLocation(opened: location.segments, missing: [], isGone: false)
      }
      entrance.requested = nil
      return page.open(location)
    }
    openRequested = {
      guard entrance.isOpen else { return nil }
      guard let location = entrance.requested else { return page.openRequested() }
      entrance.requested = nil
      return page.open(location)
    }
    update = { entrance.isOpen && page.update() }
  }
}

extension Location {
  /// The location if it's short enough for a page's token. Otherwise, it's without its query, or the application's own.
  fileprivate var shortened: Location {
    [self, Location(segments)].first { $0.url.utf8.count <= 4096 } ?? Location()
  }
}
