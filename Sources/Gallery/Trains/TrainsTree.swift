import Cairn

/// All paths of the trains.
struct TrainsTree: NavigationTree {
  let store: StoreOf<Traveler>

  var builder: some PathBuilder {
    If {
      store.isLocked
    } then: {
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

/// A train and what stands on it.
struct TrainTree: NavigationTree {
  let store: StoreOf<Traveler>

  var builder: some PathBuilder {
    If { (screen: DetailScreen) in
      if let train = Train.with(id: screen.id) {
        Screen(DetailScreen.self) {
          DetailView(train: train)
        } nesting: {
          Screen(CapacityScreen.self) { CapacityView(train: train) }
          StationTree(store: store).eraseCircularNavigationPath()
          CommonTree(store: store)
        }
      }
    }
    .onDismiss { (screen: DetailScreen) in store.send(.trainLeft(id: screen.id)) }
  }
}

/// A station, with its departures and its arrivals, each of which leads to trains.
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

/// What stands on any screen.
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
