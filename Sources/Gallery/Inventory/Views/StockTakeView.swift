import Cairn

/// The screens for counting items, on a stack inside a full-screen cover.
struct StockTakeView: View {
  @Bindable var store: StoreOf<StockTake>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      StockTakeStart(store: store)
        .navigationTitle("Take stock")
        .toolbar { CancelButton(store: store) }
    } destination: { element in
      switch element.case {
      case .count(let count):
        CountItemView(store: count)
          .navigationTitle((count.current ?? count.item).name)
          .toolbar { CancelButton(store: store) }
      case .summary(let summary):
        StockSummaryView(store: summary)
          .navigationTitle("Summary")
          .toolbar {
            CancelButton(store: store)
            ToolbarItem(placement: .confirmationAction) {
              Button("Save") { summary.send(.saveButtonTapped) }
                .disabled(store.saving.isRunning)
            }
          }
      }
    }
    .interactiveDismissDisabled(store.hasCounted) { store.send(.cancelButtonTapped) }
    .alert($store.scope(state: \.alert, action: \.alert))
    .confirmationDialog($store.scope(state: \.leaving, action: \.leaving))
  }
}

/// The first screen, which shows how many items there are to count.
private struct StockTakeStart: View {
  let store: StoreOf<StockTake>

  var body: some View {
    let items = store.items
    let counted = store.unfinished.keys.count(where: items.ids.contains)
    VStack {
      Text(
        items.isEmpty
          ? "No items to count."
          : "Count \(items.count.items), one after another. Your counts are saved at the end.")
      if !items.isEmpty {
        ProgressView("Items counted", value: Double(counted), total: Double(items.count))
      }
      if counted > 0 {
        Text(
          "Counted earlier but not saved: \(counted) of \(items.count). "
            + "Someone may still be counting.")
        Button("Continue") { store.send(.continueButtonTapped) }
          .buttonStyle(.borderedProminent)
          .keyboardShortcut(.defaultAction)
          .defaultFocus()
      }
      Button("Start") { store.send(.startButtonTapped) }
        .buttonStyle(counted > 0 ? .bordered : .borderedProminent)
        .keyboardShortcut(counted > 0 ? nil : .defaultAction)
        .defaultFocus()
        .disabled(items.isEmpty)
    }
  }
}

/// A button that leaves without saving the counts.
private struct CancelButton: View {
  let store: StoreOf<StockTake>

  var body: some View {
    Button("Cancel", role: .cancel) { store.send(.cancelButtonTapped) }
  }
}

/// The screen for counting one item.
struct CountItemView: View {
  @Bindable var store: StoreOf<CountItem>

  var body: some View {
    VStack {
      if let (number, total) = store.progress {
        Text("Item \(number) of \(total)").foregroundStyle(.secondary)
        ProgressView("Items counted", value: Double(number - 1), total: Double(total))
      }
      Form {
        if store.current == nil {
          Text("Someone else has deleted this item. Its count won't be saved.")
            .class("notice").attribute("role", "status")
        }
        Section {
          TextField("Counted", value: $store.counted, format: .number).keyboardType(.numberPad)
            .validationMessage(store.problem)
            .defaultFocus()
          Stepper(value: $store.counted, in: 0...Int.max) { Text("Adjust count") }
        } footer: {
          Text("Expected: \((store.current ?? store.item).status.inStock ?? 0).")
        }
      }
      Button("Next") { store.send(.nextButtonTapped) }
        .buttonStyle(.borderedProminent)
        .keyboardShortcut(.defaultAction)
    }
  }
}

/// The summary of all counts. Counts that differ from the expected quantity are first.
struct StockSummaryView: View {
  let store: StoreOf<StockSummary>

  var body: some View {
    let lines = store.lines
    let changed = lines.filter { $0.difference != 0 }
    let asExpected = lines.filter { $0.difference == 0 }
    let gone = store.counts.count - lines.count
    List {
      if !changed.isEmpty {
        Section {
          ForEach(changed) { line in
            HStack {
              Text(line.item.name)
              Spacer()
              Text("\(line.expected) → \(line.counted)").foregroundStyle(.secondary)
            }
          }
        } header: {
          Text("Changed")
        } footer: {
          Text("\(changed.count) of \(lines.count.items) not as expected.")
        }
      }
      if !asExpected.isEmpty {
        Section("As expected") {
          ForEach(asExpected) { line in
            HStack {
              Text(line.item.name)
              Spacer()
              Text("\(line.counted)").foregroundStyle(.secondary)
            }
          }
        }
      }
      if gone > 0 {
        Section("Left out") {
          Text("Someone else has deleted \(gone.items).")
        }
      }
    }
  }
}

extension Int {
  /// A number of items in words.
  fileprivate var items: String { self == 1 ? "1 item" : "\(self) items" }
}
