import Cairn

/// The list of items, with all that it presents.
struct InventoryView: View {
  @Bindable var store: StoreOf<Inventory>

  var body: some View {
    NavigationStack {
      ItemList(store: store)
        .navigationTitle("Inventory")
        .toolbar {
          Button("Take stock") { store.send(.takeStockButtonTapped) }
          Button("Add") { store.send(.addButtonTapped) }.buttonStyle(.borderedProminent)
        }
        .navigationDestination(
          item: $store.scope(state: \.destination?.edit, action: \.destination.edit)
        ) { store in
          ItemFormView(store: store).navigationTitle("Edit item")
        }
    }
    .sheet(item: $store.scope(state: \.destination?.add, action: \.destination.add)) { store in
      ItemFormView(store: store).savedByButton(of: store).navigationTitle("Add item")
    }
    .popover(
      item: $store.scope(state: \.destination?.duplicate, action: \.destination.duplicate),
      anchor: { $0.sourceID ?? Item.unsaved }
    ) { store in
      ItemFormView(store: store).savedByButton(of: store).navigationTitle("Duplicate item")
    }
    .fullScreenCover(
      item: $store.scope(state: \.destination?.takeStock, action: \.destination.takeStock)
    ) { store in
      StockTakeView(store: store)
    }
    .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
    .confirmationDialog($store.scope(state: \.destination?.dialog, action: \.destination.dialog))
  }
}

/// A row for each item, or what to do where there is none.
private struct ItemList: View {
  let store: StoreOf<Inventory>

  var body: some View {
    let items = store.items
    if items.isEmpty {
      ContentUnavailableView(
        "No items yet", description: "Add the first item of this inventory."
      )
    } else {
      List(items) { item in
        ItemRow(item: item, store: store)
      }
    }
  }
}

/// An item, and what can be done with it.
private struct ItemRow: View {
  let item: Item
  let store: StoreOf<Inventory>

  var body: some View {
    // The button is named for the item alone; its status describes it.
    Button {
      store.send(.itemTapped(id: item.id))
    } label: {
      ItemSummary(item: item)
    }
    .class("row-button")
    .accessibilityLabel(item.name)
    .accessibilityHint(item.status.summary)

    HStack {
      Button("Duplicate") { store.send(.duplicateButtonTapped(id: item.id)) }
      Button("Delete", role: .destructive) { store.send(.deleteButtonTapped(id: item.id)) }
      Button("More") { store.send(.moreButtonTapped(id: item.id)) }
    }
    .class("row-actions")
  }
}

/// The name of an item, its color and its status; spans, because a button holds no paragraphs.
private struct ItemSummary: View {
  let item: Item

  var body: some View {
    Element("span") {
      Text(item.name).font(.headline)
      Element("span") {
        Element("span").class(item.swatch).accessibilityHidden()
        Text(" ")
        Text(item.status.summary)
      }
      .class("secondary")
    }
    .class("vstack")
  }
}

extension Item {
  /// The classes of the small square in the item's color.
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
