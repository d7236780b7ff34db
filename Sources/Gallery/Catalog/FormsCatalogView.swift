import Cairn

/// Shows each field of ``FormsCatalog`` in its states. The Save button shows the invalid ones.
struct FormsCatalogView: View {
  @Bindable var store: StoreOf<FormsCatalog>

  var body: some View {
    Group {
      if let saved = store.saved {
        Text("Saved: \(saved)").class("notice").attribute("role", "status")
      }
      FormsCatalogChecked(store: store)
      FormsCatalogPickers(store: store)
      FormsCatalogTexts(store: store)
      Sample("Disabled, with a reason") {
        Form {
          Section {
            TextField("Shipment", text: .constant("4711"))
            Picker("Carrier", selection: .constant("Bike")) {
              Text("Bike").tag("Bike")
              Text("Van").tag("Van")
            }
            Button("Cancel the shipment") {}
          }
        }
        .disabled(reason: "The shipment has left, so it can't be changed.")
      }
      FormsCatalogLong()
      HStack {
        Button("Save") { store.send(.saveTapped) }.buttonStyle(.borderedProminent)
        Button("Reset") { store.send(.resetTapped) }
        Button("Apply") {}.noscript()
      }
    }
    .validationSummary()
    .navigationTitle("Forms")
  }
}

/// Fields whose values are checked with Save.
private struct FormsCatalogChecked: View {
  @Bindable var store: StoreOf<FormsCatalog>

  var body: some View {
    Sample("Empty, and invalid after Save") {
      Form {
        TextField("Name", text: $store.name, prompt: "Ada Lovelace")
          .validationMessage(store.messages[.name])
        Picker("City", selection: $store.city) {
          Text("None").tag(String?.none)
          Section("Europe") {
            Text("Oslo").tag("Oslo")
            Text("Porto").tag("Porto")
          }
          Section("Asia") {
            Text("Kyoto").tag("Kyoto")
            Text("Hanoi (closed)").tag("Hanoi").disabled()
          }
        }
        .help("The city of the nearest warehouse.")
        .validationMessage(store.messages[.city])
        Picker("Tags", selection: $store.tags) {
          ForEach(FormsCatalog.Tag.allCases, id: \.self) { tag in
            Text(tag.rawValue).tag(tag).disabled(tag == .returned)
          }
        }
        .help("You can choose several.")
        .validationMessage(store.messages[.tags])
        Picker("Way", selection: $store.way) {
          Section("By land") {
            Text("Bike").tag("Bike")
            Text("Train").tag("Train")
          }
          Section("By sea") { Text("Ship").tag("Ship") }
        }
        .pickerStyle(.inline)
        .validationMessage(store.messages[.way])
      }
    }
    Sample("A value that's parsed") {
      Form {
        TextField(
          "Account", value: $store.account, parse: { try AccountNumber($0) },
          format: { $0.text }, prompt: "DE"
        )
        .help("Your IBAN, as on your card.")
      }
    }
  }
}

/// Filled pickers.
private struct FormsCatalogPickers: View {
  @Bindable var store: StoreOf<FormsCatalog>

  var body: some View {
    Sample("Filled, segmented") {
      Form {
        Picker("Color", selection: $store.color) {
          Text("None").tag(Item.Color?.none)
          ForEach(Item.Color.allCases, id: \.self) { Text($0.name).tag($0) }
        }
        Picker("Extras", selection: $store.extras) {
          ForEach(["Insurance", "Express", "Signature"], id: \.self) { Text($0).tag($0) }
        }
      }
      .pickerStyle(.segmented)
    }
  }
}

/// Fields with texts around them.
private struct FormsCatalogTexts: View {
  @Bindable var store: StoreOf<FormsCatalog>

  var body: some View {
    Sample("Hidden label") {
      Form { TextField("Search word", text: $store.search, prompt: "Search").labelsHidden() }
    }
    Sample("Unit and help") {
      Form {
        TextField("Weight", value: $store.weight, format: .number)
          .keyboardType(.numberPad)
          .unit("kg")
          .help("With the packaging. If the parcel is heavier than 30 kg, two people carry it.")
      }
    }
    Sample("Text that grows") {
      Form {
        TextEditor("Note", text: $store.note, prompt: "For the driver").lineLimit(2...6)
        TextEditor("Letter", text: $store.letter)
      }
    }
  }
}

/// Pickers with long texts.
private struct FormsCatalogLong: View {
  @State private var plan = "Ring twice"

  private static let options = [
    "Leave the parcel with a neighbor on the same floor if nobody opens the door",
    "Ring twice", "Take it back",
  ]

  var body: some View {
    Sample("Long texts") {
      Form {
        Picker("What the driver does if nobody is at home", selection: $plan) {
          ForEach(Self.options, id: \.self) { Text($0).tag($0) }
        }
        Picker("What the driver does after the second attempt", selection: $plan) {
          ForEach(Self.options, id: \.self) { Text($0).tag($0) }
        }
        .pickerStyle(.inline)
        Picker("What the driver does in the holidays", selection: $plan) {
          ForEach(Self.options, id: \.self) { Text($0).tag($0) }
        }
        .pickerStyle(.segmented)
        .help("The driver also calls the number that you have left, and writes a card.")
      }
    }
  }
}
