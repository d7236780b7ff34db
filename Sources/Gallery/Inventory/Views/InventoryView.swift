import Cairn

/// The list of items, with everything that it presents.
struct InventoryView: View {
  @Bindable var store: StoreOf<Inventory>

  var body: some View {
    NavigationStack {
      Group {
        ItemList(items: store.items, store: store)
        if !store.items.isEmpty {
          ReorderReportView(store: store.scope(state: \.report, action: \.report))
        }
      }
      .navigationTitle("Inventory")
      .toolbar {
        Button("Import") { store.send(.importButtonTapped) }
        Button("Take stock") { store.send(.takeStockButtonTapped) }
        Button("Add") { store.send(.addButtonTapped) }.buttonStyle(.borderedProminent)
      }
      .navigationDestination(
        item: $store.scope(state: \.destination?.edit, action: \.destination.edit)
      ) { store in
        ItemFormView(store: store).savedByButton(of: store).navigationTitle("Edit item")
      }
    }
    // A live task runs only while the page's script is connected. It updates the page when another user changes an
    // item.
    .task(while: .connected) { await store.send(.task).finish() }
    .sheet(item: $store.scope(state: \.destination?.add, action: \.destination.add)) { store in
      ItemFormView(store: store).savedByButton(of: store).navigationTitle("Add item")
    }
    .sheet(
      item: $store.scope(state: \.destination?.importing, action: \.destination.importing)
    ) { store in
      ItemImportView(store: store)
    }
    .popover(
      item: $store.scope(state: \.destination?.duplicate, action: \.destination.duplicate),
      anchor: \.source
    ) { store in
      ItemFormView(store: store).savedByButton(of: store).navigationTitle("Duplicate item")
    }
    .fullScreenCover(
      item: $store.scope(state: \.destination?.takeStock, action: \.destination.takeStock)
    ) { store in
      StockTakeView(store: store)
    }
    .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
    .alert($store.scope(state: \.failure, action: \.failure))
    .confirmationDialog($store.scope(state: \.destination?.dialog, action: \.destination.dialog))
  }
}

/// A row for each item, or a hint if there are no items.
///
/// Because the view is `Equatable`, it isn't evaluated again while the items are unchanged.
private struct ItemList: View, Equatable {
  let items: IdentifiedArrayOf<Item>
  let store: StoreOf<Inventory>

  var body: some View {
    if items.isEmpty {
      ContentUnavailableView(
        "No items yet", description: "Add the first item of this inventory."
      )
    } else {
      List(items) { ItemRowView(item: $0, store: store) }
      HStack {
        ExportLink(title: "Export as CSV", name: "export.csv")
        ExportLink(title: "Export as JSON", name: "export.json")
      }
    }
  }
}

/// A link to an endpoint of the application, whose response the browser saves.
private struct ExportLink: View {
  let title: String
  let name: String

  var body: some View {
    // With this attribute, the page's script leaves the link to the browser.
    Link(title, to: "\(name)").attribute("download").padding(.vertical, 12)
  }
}

/// An item with its buttons.
private struct ItemRowView: View, Equatable {
  let item: Item
  let store: StoreOf<Inventory>

  var body: some View {
    let id = item.id
    // The style sheet extends the link to the entire row.
    NavigationLink(item.name, to: "items/\(id)") { store.send(.itemTapped(id: id)) }
    Text(item.summary).class(item.swatch)
    HStack {
      Button("Duplicate") { store.send(.duplicateButtonTapped(id: id)) }
        .accessibilityLabel("Duplicate \(item.name)")
      Button("Delete", role: .destructive) { store.send(.deleteButtonTapped(id: id)) }
        .accessibilityLabel("Delete \(item.name)")
      Button("More") { store.send(.moreButtonTapped(id: id)) }
        .accessibilityLabel("More about \(item.name)")
    }
    .class("row-actions")
  }
}

extension Item {
  /// The CSS classes that show a small square in the item's color before the text.
  fileprivate var swatch: StaticString {
    switch color {
    case nil: "swatch none"
    case .red: "swatch red"
    case .green: "swatch green"
    case .blue: "swatch blue"
    case .yellow: "swatch yellow"
    case .purple: "swatch purple"
    case .black: "swatch black"
    case .white: "swatch white"
    }
  }
}
