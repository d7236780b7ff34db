import Cairn

/// The fields of one item.
struct ItemFormView: View {
  @Bindable var store: StoreOf<ItemForm>

  var body: some View {
    Form {
      if store.isGone {
        Text("Someone else has deleted this item. You can add your version as a new item.")
          .class("notice").attribute("role", "status")
      }
      if store.isResumed {
        Text("This form closed before you saved it.")
          .class("notice").attribute("role", "status")
      }
      Section("Item") {
        TextField("Name", text: $store.item.name)
          .maxLength(Item.nameLimit)
          .validationMessage(store.nameProblem)
        Picker("Color", selection: $store.item.color) {
          Text("None").tag(Item.Color?.none)
          ForEach(Item.Color.allCases, id: \.self) { color in
            Text(color.name).tag(Item.Color?.some(color))
          }
        }
      }
      Section("Status") {
        Toggle("In stock", isOn: $store.item.status.isInStock)
        if let quantity = $store.item.status.inStock {
          TextField("Quantity", value: quantity, format: .number).keyboardType(.numberPad)
            .validationMessage(store.quantityProblem)
        }
        if let isOnBackOrder = $store.item.status.outOfStock {
          Toggle("On back order", isOn: isOnBackOrder)
        }
      }
      Section {
        Toggle("Timer", isOn: $store.isTimerOn).accessibilityHint(timerHint)
        if store.isTimerOn {
          ProgressView(
            "Time", value: Double(store.secondsElapsed), total: Double(ItemForm.seconds))
        }
      } footer: {
        if store.isTimerOn {
          Text("This form closes in \(store.secondsLeft.seconds).\(savingHint)")
        } else {
          Text(timerHint)
        }
      }
      if store.isSavedByLeaving {
        Section {
        } footer: {
          Text(ItemForm.savedByLeaving)
        }
        // Without the script, the server doesn't see that the browser goes back.
        Section {
        } footer: {
          Text(ItemForm.notSavedByBrowser)
        }
        .noscript()
      }
      // Without the script, changing a toggle doesn't send a request. Every button submits all fields, so a button
      // without an action applies them.
      Button("Apply") {}.buttonStyle(.bordered).noscript()
    }
    .disabled(store.saving.isRunning)
    .alert($store.scope(state: \.alert, action: \.alert))
  }

  private var timerHint: String {
    "Closes this form after \(ItemForm.seconds.seconds).\(savingHint)"
  }

  private var savingHint: String {
    store.isSavedByLeaving ? " Your changes are saved then." : ""
  }
}

extension ItemForm {
  static let savedByLeaving = "Going back also saves your changes. Cancel discards them."
  static let notSavedByBrowser = "Your browser's own Back button doesn't save them."
}

extension View {
  /// Adds Save and Cancel to the bar of an item's form. Enter presses Save.
  func savedByButton(of store: StoreOf<ItemForm>) -> some View {
    toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button("Cancel", role: .cancel) { store.send(.cancelButtonTapped) }
      }
      ToolbarItem(placement: .confirmationAction) {
        Button("Save") { store.send(.saveButtonTapped) }.disabled(store.saving.isRunning)
      }
    }
  }
}

extension Int {
  /// A number of seconds in words.
  fileprivate var seconds: String { self == 1 ? "1 second" : "\(self) seconds" }
}
