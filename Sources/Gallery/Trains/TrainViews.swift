import Cairn
import Foundation

/// The list of all trains.
struct HomeView: View {
  let store: StoreOf<Traveler>
  @Environment(\.navigator) var navigator
  @Environment(\.currentScreenID) var currentScreenID

  var body: some View {
    List {
      if let train = store.lastTrainID.flatMap(Train.with) {
        Text("You looked at \(train.name).").foregroundStyle(.secondary)
      }
      TrainRows(trains: Train.all)
    }
    .navigationTitle(store.name.isEmpty ? "Trains" : "Trains for \(store.name)")
    .toolbar {
      Button("Shortcuts") { navigator.go(to: ShortcutsScreen(), on: currentScreenID) }
      SettingsButton()
    }
  }
}

/// A row for each train, which opens its details.
struct TrainRows: View {
  let trains: [Train]
  @Environment(\.navigator) var navigator
  @Environment(\.currentScreenID) var currentScreenID

  var body: some View {
    ForEach(trains) { train in
      Button(train.name) { navigator.go(to: DetailScreen(id: train.id), on: currentScreenID) }
        .class("row-button")
    }
  }
}

private struct SettingsButton: View {
  @Environment(\.navigator) var navigator
  @Environment(\.currentScreenID) var currentScreenID

  var body: some View {
    Button("Settings") { navigator.go(to: SettingsScreen(), on: currentScreenID) }
  }
}

/// The details of a train.
struct DetailView: View {
  let train: Train
  @Environment(\.navigator) var navigator
  @Environment(\.currentScreenID) var currentScreenID

  var body: some View {
    List {
      LabeledContent("From", value: train.origin)
      LabeledContent("To", value: train.destination)
      Button("Capacity") { navigator.go(to: CapacityScreen(), on: currentScreenID) }
        .class("row-button")
      Button("Station \(train.origin)") {
        navigator.go(to: StationScreen(name: train.origin), on: currentScreenID)
      }
      .class("row-button")
    }
    .navigationTitle(train.name)
    .toolbar {
      Button("Next train") {
        let next = DetailScreen(id: (train.id + 1) % Train.all.count)
        navigator.replaceContent(of: currentScreenID, with: next)
      }
      SettingsButton()
    }
  }
}

/// The seats of a train.
struct CapacityView: View {
  let train: Train
  @Environment(\.navigator) var navigator
  @Environment(\.currentScreenID) var currentScreenID

  var body: some View {
    List {
      ForEach(Array(train.coaches.enumerated()), id: \.offset) { coach in
        LabeledContent("Coach \(coach.offset + 1)", value: "\(coach.element) seats")
      }
      LabeledContent("Total", value: "\(train.seats) seats")
    }
    .navigationTitle("Capacity")
    .toolbar { Button("Done") { navigator.dismiss(id: currentScreenID) } }
  }
}

/// The trains of a station in one direction.
struct BoardView: View {
  let title: String
  let trains: [Train]

  var body: some View {
    List {
      TrainRows(trains: trains)
      if trains.isEmpty { Text("No trains today.").foregroundStyle(.secondary) }
    }
    .navigationTitle(title)
  }
}

/// The traveler's settings.
struct SettingsView: View {
  @Bindable var store: StoreOf<Traveler>
  @Environment(\.navigator) var navigator
  @Environment(\.currentScreenID) var currentScreenID

  var body: some View {
    Form {
      TextField("Your name", text: $store.name).textContentType(.name)
      Button("Shortcuts") { navigator.go(to: ShortcutsScreen(), on: currentScreenID) }
      Button("Lock") { store.send(.lockTapped) }
    }
    .navigationTitle("Settings")
    .toolbar { Button("Done") { navigator.dismiss(id: currentScreenID) } }
  }
}

/// The screen that's shown while the sample is locked.
struct LockView: View {
  let store: StoreOf<Traveler>

  var body: some View {
    VStack {
      Text("The trains are locked. Unlock them to return to where you were.")
      Button("Unlock") { store.send(.unlockTapped) }.buttonStyle(.borderedProminent)
    }
    .navigationTitle("Locked")
  }
}

/// A list of deep links that the user can open.
struct ShortcutsView: View {
  @Environment(\.navigator) var navigator

  private static let links = [
    "trains://home",
    "trains://home/settings",
    "trains://detail?id=0",
    "trains://detail?id=0/settings?style=push",
    "trains://detail?id=0/settings/shortcuts?style=push",
    "trains://detail?id=0/settings/shortcuts?style=sheet",
    "trains://station?name=Oslo",
  ]

  var body: some View {
    List {
      ForEach(Self.links, id: \.self) { link in
        Button(link) { open(link) }.class("row-button")
      }
    }
    .navigationTitle("Shortcuts")
  }

  func open(_ link: String) {
    guard let url = URL(string: link), let deeplink = Deeplink(url: url, matching: "trains") else {
      return
    }
    DeeplinkHandler(navigator: navigator, parser: .trains).handle(deeplink: deeplink)
  }
}
