import Cairn

/// Disclosure groups, grids, and icons.
@Reducer
struct LayoutCatalog {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var isExpanded = false
    var name = ""
    var isVerbose = false
    var hasNotice = false

    init() {}
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case noticeTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .noticeTapped = action { state.hasNotice.toggle() }
      return .none
    }
  }
}

struct LayoutCatalogView: View {
  @Bindable var store: StoreOf<LayoutCatalog>

  var body: some View {
    Group {
      if store.hasNotice { DisclosureGroup("News") { Text("The page has changed.") } }
      Button("Change the page") { store.send(.noticeTapped) }
      disclosures
      grids
      icons
    }
    .navigationTitle("Layout")
  }

  @ViewBuilder private var disclosures: some View {
    Form {
      Section("Shown by the browser") {
        DisclosureGroup("Advanced") {
          TextField("Name", text: $store.name)
            .validationMessage(store.name.count > 8 ? "At most 8 characters." : nil)
          Toggle("Verbose", isOn: $store.isVerbose)
        }
      }
      Section("Shown by the state") {
        DisclosureGroup("Details", isExpanded: $store.isExpanded) {
          Text("These details are part of the page only while they're shown.")
        }
        DisclosureGroup("Locked", isExpanded: $store.isExpanded) { Text("Locked details") }
          .disabled()
      }
    }
  }

  @ViewBuilder private var grids: some View {
    Section("A grid") {
      Grid(horizontalSpacing: 24) {
        GridRow {
          Text("Weight").bold()
          Text("2 kg")
        }
        Divider()
        GridRow {
          Text("Dimensions").bold()
          Text("30 cm by 20 cm, and 5 cm high with the feet folded out")
        }
      }
    }
    Section("Cards") {
      LazyVGrid(columns: [GridItem(.adaptive(minimum: 160))]) {
        ForEach(1..<6) { number in
          VStack {
            Text("Card \(number)").font(.headline)
            Text("Cards are as wide as the others.").foregroundStyle(.secondary)
          }
        }
      }
    }
    Section("Three columns") {
      LazyVGrid(columns: [GridItem(), GridItem(), GridItem()], spacing: 8) {
        ForEach(1..<5) { Text("Cell \($0)") }
      }
    }
  }

  @ViewBuilder private var icons: some View {
    Section("Icons") {
      HStack {
        Label("Calendar", icon: .calendar)
        Image(icon: .warning, alt: "Warning")
        Button("Download", icon: .download) {}.buttonStyle(.borderedProminent)
        Button("Forward", icon: .arrowForward) {}.disabled()
      }
    }
  }
}
