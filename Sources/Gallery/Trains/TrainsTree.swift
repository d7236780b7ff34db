import Cairn

/// All valid paths of the trains sample.
///
/// A path is valid only if each screen can follow the one before it. The tree also creates the view of each screen.
struct TrainsTree: NavigationTree {
  let store: StoreOf<Traveler>

  var builder: some PathBuilder {
    If {
      store.isLocked
    } then: {
      // The wildcard replaces every screen, but the path is kept. Unlocking shows the same screens again.
      Wildcard(
        screen: LockScreen(),
        pathBuilder: PathBuilders.screen(LockScreen.self) { LockView(store: store) })
    } else: {
      Screen(HomeScreen.self) {
        HomeView(store: store)
      } nesting: {
        TrainTree(store: store)
        StationTree(store: store)
        CommonTree(store: store)
      }
    }
  }
}

/// A train, and the screens that can follow it.
struct TrainTree: NavigationTree {
  let store: StoreOf<Traveler>

  var builder: some PathBuilder {
    If { (screen: DetailScreen) in
      if let train = Train.with(id: screen.id) {
        Screen(DetailScreen.self) {
          DetailView(train: train)
        } nesting: {
          Screen(CapacityScreen.self) { CapacityView(train: train) }
          // A train leads to a station, and a station leads to a train. Without the erasure, the type of the tree
          // would contain itself.
          StationTree(store: store).eraseCircularNavigationPath()
          CommonTree(store: store)
        }
      }
    }
    .onDismiss { (screen: DetailScreen) in store.send(.trainLeft(id: screen.id)) }
  }
}

/// A station with its departures and arrivals, which both lead to trains.
struct StationTree: NavigationTree {
  let store: StoreOf<Traveler>

  var builder: some PathBuilder {
    If { (station: StationScreen) in
      Tabs(StationScreen.self) {
        Tab("Departures", DeparturesScreen()) {
          BoardView(
            title: "From \(station.name)",
            trains: Train.all.filter { $0.origin == station.name })
        } nesting: {
          TrainTree(store: store).eraseCircularNavigationPath()
        }
        Tab("Arrivals", ArrivalsScreen()) {
          BoardView(
            title: "To \(station.name)",
            trains: Train.all.filter { $0.destination == station.name })
        } nesting: {
          TrainTree(store: store).eraseCircularNavigationPath()
        }
      }
    }
  }
}

/// The screens that can follow any screen.
struct CommonTree: NavigationTree {
  let store: StoreOf<Traveler>

  var builder: some PathBuilder {
    Screen(SettingsScreen.self) {
      SettingsView(store: store)
    } nesting: {
      Screen(ShortcutsScreen.self) { ShortcutsView() }
    }
    Screen(ShortcutsScreen.self) { ShortcutsView() }
  }
}
