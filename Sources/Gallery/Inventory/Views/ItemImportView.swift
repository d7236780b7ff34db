import Cairn

/// A form in which the user chooses a file of items and sees its contents.
struct ItemImportView: View {
  @Bindable var store: StoreOf<ItemImport>

  private static let format =
    "A text file with one item per line: name, quantity, and color, separated by commas."

  var body: some View {
    Form {
      // The script announces a notice after a file has been read.
      if let summary = store.summary {
        Text(summary).class("notice").attribute("role", "status")
      }
      Section {
        // After a file has been sent, browsers show the field as empty.
        FileField(
          store.file == nil ? "List" : "Another list",
          types: ["text/csv", "text/plain", ".csv", ".txt"], limit: 100_000
        ) {
          store.send(.fileChosen($0))
        }
        .accessibilityHint(Self.format)
        Button("Read the file") {}.buttonStyle(.bordered).noscript()
      } footer: {
        Text(Self.format)
      }
      if !store.items.isEmpty {
        Section("New items") {
          ForEach(Array(store.items.enumerated()), id: \.offset) { LabeledItem(item: $0.element) }
        }
      }
      if !store.problems.isEmpty {
        Section("Problems") {
          ForEach(Array(store.problems.enumerated()), id: \.offset) { Text($0.element) }
        }
      }
    }
    .disabled(store.saving.isRunning)
    .navigationTitle("Import items")
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button("Cancel", role: .cancel) { store.send(.cancelButtonTapped) }
      }
      ToolbarItem(placement: .confirmationAction) {
        Button("Save") { store.send(.saveButtonTapped) }
          .disabled(store.items.isEmpty || store.saving.isRunning)
      }
    }
    .alert($store.scope(state: \.alert, action: \.alert))
  }
}

/// An item that hasn't been added yet.
private struct LabeledItem: View {
  let item: Item

  var body: some View {
    LabeledContent(item.name, value: item.summary)
  }
}
