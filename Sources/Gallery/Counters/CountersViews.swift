import CairnModels

/// The list of counters with their sum, and the sheet with a fact.
struct CountersView: View {
  @ObservedModel var model: CountersModel

  var body: some View {
    NavigationStack {
      VStack {
        Text("Sum: \(model.sum)").font(.headline)
        if model.counters.isEmpty {
          ContentUnavailableView(
            "No counters", description: "Add one, count, and ask for a fact about its number.")
        } else {
          List {
            ForEach(Array(model.$counters.enumerated()), id: \.element.id) { row in
              CounterRowView(model: row.element, number: row.offset + 1)
            }
          }
        }
      }
      .navigationTitle("Counters")
      .toolbar {
        Button("Add counter") { model.addButtonTapped() }
      }
      .sheet(item: model.$factPrompt) { factPrompt in
        FactPromptView(model: factPrompt)
      }
    }
  }
}

/// A counter with a button that removes it.
///
/// Because the view is `Equatable`, rows that haven't changed aren't evaluated again.
struct CounterRowView: View, Equatable {
  @ObservedModel var model: CounterRowModel
  /// The position of the counter in the list, starting at 1.
  let number: Int

  var body: some View {
    HStack {
      CounterView(model: model.$counter, number: number)
      Spacer()
      Button("Remove", role: .destructive) { model.removeButtonTapped() }
        .accessibilityLabel("Remove counter \(number)")
    }
    .attribute("role", "group")
    .attribute("aria-label", "Counter \(number)")
  }
}

/// A number with buttons that change it, and a button that loads a fact.
///
/// The labels of the buttons contain the counter's position, so that users of screen readers can distinguish counters.
struct CounterView: View, Equatable {
  @ObservedModel var model: CounterModel
  let number: Int

  var body: some View {
    HStack {
      Button("−") { model.decrementTapped() }
        .accessibilityLabel("Decrement counter \(number)")
      Text("\(model.count)").attribute("role", "status")
      Button("+") { model.incrementTapped() }
        .accessibilityLabel("Increment counter \(number)")
      Button("Fact") { model.factButtonTapped() }.disabled(model.isLoading)
        .accessibilityLabel("Fact about counter \(number)")
      if model.isLoading { ProgressView() }
    }
    .alert(model.$alert)
  }
}

/// A fact about a number, with a button that loads another fact.
struct FactPromptView: View {
  @ObservedModel var model: FactPromptModel

  var body: some View {
    VStack {
      Text(model.fact).attribute("role", "status")
      if model.isLoading { ProgressView("Looking for another fact") }
      Button("Get another fact") { model.getAnotherFactButtonTapped() }
        .disabled(model.isLoading)
    }
    .navigationTitle("Fact about \(model.count)")
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button("Close", role: .cancel) { model.dismissButtonTapped() }
      }
    }
    .alert(model.$alert)
  }
}
