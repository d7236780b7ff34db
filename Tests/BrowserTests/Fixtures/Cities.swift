import Cairn

/// Pickers whose options depend on the choice in another picker.
@Reducer
struct Cities {
  enum Region: String, CaseIterable, Codable, Sendable {
    case north = "North"
    case east = "East"

    var cities: [String] {
      switch self {
      case .north: ["Kiel", "Hamburg", "Bremen"]
      case .east: ["Berlin", "Leipzig", "Halle"]
      }
    }

    var sides: [String] {
      switch self {
      case .north: ["Center", "Harbor"]
      case .east: ["Center", "Park"]
      }
    }
  }

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var region = Region.north
    var city = "Kiel"
    var side = "Center"
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, _ in
      if !state.region.cities.contains(state.city) { state.city = state.region.cities[0] }
      return .none
    }
  }
}

struct CitiesView: View {
  @Bindable var store: StoreOf<Cities>

  var body: some View {
    Form {
      Text("Kept: \(store.city), \(store.side)")
      Picker("Region", selection: $store.region) {
        ForEach(Cities.Region.allCases, id: \.self) { Text($0.rawValue).tag($0) }
      }
      Picker("City", selection: $store.city) {
        ForEach(store.region.cities, id: \.self) { Text($0).tag($0) }
      }
      Picker("Side", selection: $store.side) {
        ForEach(store.region.sides, id: \.self) { Text($0).tag($0) }
      }
      .pickerStyle(.segmented)
      Button("Apply") {}.noscript()
    }
    .navigationTitle("Cities")
  }
}
