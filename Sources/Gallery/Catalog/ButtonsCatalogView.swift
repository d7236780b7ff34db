import Cairn

/// Buttons and links in each style, and what shows that something is in progress.
struct ButtonsCatalogView: View {
  @Bindable var store: StoreOf<ButtonsCatalog>

  var body: some View {
    Group {
      ButtonsCatalogStyles(store: store)
      ButtonsCatalogStates(store: store)
      Sample("Links") {
        Link("The language", destination: "https://www.swift.org")
        NavigationLink("The gallery", href: "/")
      }
      Sample("Alert and confirmation") {
        HStack {
          Button("Show an alert") { store.send(.alertTapped) }
          Button("Ask for a confirmation") { store.send(.askTapped) }
        }
        .alert("The printer is out of paper.", isPresented: $store.isAlerting) {
          Button("OK") {}
        } message: {
          Text("Add paper, and print again.")
        }
        .confirmationDialog("Delete the draft?", isPresented: $store.isAsking) {
          Button("Delete the draft", role: .destructive) { store.send(.tapped) }
        } message: {
          Text("You can't undo this.")
        }
      }
    }
    .navigationTitle("Buttons and activity")
  }
}

/// The styles, roles, and sizes of buttons.
private struct ButtonsCatalogStyles: View {
  let store: StoreOf<ButtonsCatalog>

  var body: some View {
    Sample("Styles") {
      HStack {
        Button("Automatic") { store.send(.tapped) }
        Button("Plain") { store.send(.tapped) }.buttonStyle(.plain)
        Button("Bordered") { store.send(.tapped) }.buttonStyle(.bordered)
        Button("Prominent") { store.send(.tapped) }.buttonStyle(.borderedProminent)
      }
      Text("Taps: \(store.taps)")
    }
    Sample("Roles and icons") {
      HStack {
        Button("Remove", role: .destructive) { store.send(.tapped) }
        Button("Remove all", role: .destructive) { store.send(.tapped) }
          .buttonStyle(.borderedProminent)
        Button("Close", role: .cancel) { store.send(.tapped) }
        Button("Add", icon: .plus) { store.send(.tapped) }.buttonStyle(.bordered)
      }
    }
    Sample("Sizes") {
      HStack {
        Button("Small") { store.send(.tapped) }.buttonStyle(.bordered).controlSize(.small)
        Button("Regular") { store.send(.tapped) }.buttonStyle(.bordered)
        Button("Large") { store.send(.tapped) }.buttonStyle(.bordered).controlSize(.large)
      }
    }
  }
}

/// Buttons that are disabled or have long titles, badges, and signs of activity.
private struct ButtonsCatalogStates: View {
  let store: StoreOf<ButtonsCatalog>

  var body: some View {
    Sample("Disabled") {
      HStack {
        Button("Print") { store.send(.tapped) }
        Button("Copy") { store.send(.tapped) }.buttonStyle(.bordered)
        Button("Send") { store.send(.tapped) }.buttonStyle(.borderedProminent)
      }
      .disabled()
      Button("Order") { store.send(.tapped) }.buttonStyle(.borderedProminent)
        .disabled(reason: "Your cart is empty.")
    }
    Sample("Long titles") {
      Button("Order the parts that are missing in the warehouse, and inform the customers about it")
      {
        store.send(.tapped)
      }
      .buttonStyle(.borderedProminent)
      Button("Continue without the parts, and order them again when the warehouse is open") {
        store.send(.tapped)
      }
    }
    Sample("Busy") {
      ProgressView("Reading the list")
      ProgressView("Sending the letters", value: 3, total: 8)
      Text("This text is a placeholder until the letter is loaded.").redacted(reason: .placeholder)
    }
    Sample("Badges") {
      List {
        Text("Inbox").badge(12)
        Text("Drafts").badge(0)
        Text("A folder with a name that's too long for one line of a phone or of a column")
          .badge("New")
      }
    }
  }
}
