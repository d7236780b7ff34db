import Cairn

/// Lists, sections, tabs, and placeholders in each of their states.
struct ListsCatalogView: View {
  @Bindable var store: StoreOf<ListsCatalog>

  var body: some View {
    Group {
      Sample("Filled list") {
        List {
          Text("A row with a text")
          Button("A row with a button") { store.send(.tapped("The button")) }
          NavigationLink("A row with a link", href: "/")
          LabeledContent("A row with a value", value: "12 kg")
        }
        Text("Opened: \(store.opened)")
      }
      ListsCatalogStates(store: store)
      Sample("Tabs") {
        TabView(selection: $store.tab) {
          Tab("Arrivals", value: ListsCatalog.Tab.arrivals) { Text("12:40 from Oslo") }
          Tab("Departures", value: ListsCatalog.Tab.departures) { Text("13:05 to Lima") }
        }
      }
      Sample("Placeholder") {
        ContentUnavailableView(
          "No letters", description: "Letters that you receive are shown here."
        ) {
          Button("Write a letter") { store.send(.tapped("A new letter")) }.buttonStyle(.bordered)
        }
      }
    }
    .navigationTitle("Lists and tabs")
  }
}

/// Lists with sections, long texts, disabled rows, and no rows.
private struct ListsCatalogStates: View {
  let store: StoreOf<ListsCatalog>

  var body: some View {
    Sample("List with sections") {
      List {
        Section("Fruits") {
          Text("Apple")
          Text("Pear")
        }
        Section {
          Text("Carrot")
        } header: {
          Text("Vegetables")
        } footer: {
          Text("Vegetables are sold by weight.")
        }
      }
    }
    Sample("Empty list") {
      List {}
    }
    Sample("Disabled list") {
      List {
        Button("The first row") { store.send(.tapped("The first row")) }
        Button("The second row") { store.send(.tapped("The second row")) }
      }
      .disabled()
    }
    Sample("List with long texts") {
      List {
        Text("A row with so much text that it needs several lines, on a phone and in a column")
        Button("A button with so much text that it needs several lines, on a phone and in a column")
        {
          store.send(.tapped("The long button"))
        }
        LabeledContent(
          "The name of the value, which is longer than the value",
          value: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch")
      }
    }
    Sample("List that's being loaded") {
      List {
        Text("A row of the list")
        Text("Another row of the list")
      }
      .redacted(reason: .placeholder)
      ProgressView("Loading the list")
    }
  }
}
