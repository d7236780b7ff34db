import Cairn

/// Each kind of text field, and switches, steppers, and files, in each of their states.
struct TextsCatalogView: View {
  @Bindable var store: StoreOf<TextsCatalog>

  var body: some View {
    Group {
      Sample("Empty") {
        Form {
          TextField("Nickname", text: $store.nickname)
          TextField("Nickname with a prompt", text: $store.nickname, prompt: "Ada")
          SecureField("Password", text: $store.password, prompt: "At least 8 characters")
          TextEditor("Note", text: $store.note, prompt: "For the driver")
          Toggle("Urgent", isOn: $store.isUrgent)
          FileField("Picture", types: ["image/*"]) { store.send(.fileChosen($0.name)) }
        }
      }
      Sample("Filled") {
        Form {
          TextField("City", text: $store.city)
          TextEditor("Letter", text: $store.letter)
          Toggle("Gift", isOn: $store.isGift)
          Stepper("Copies", value: $store.count, in: 0...9)
          LabeledContent("Chosen picture", value: store.file ?? "None")
        }
      }
      TextsCatalogStates(store: store)
      Button("Apply") {}.noscript()
    }
    .navigationTitle("Texts, switches, and files")
  }
}

/// Fields with messages, disabled ones, and ones with long texts.
private struct TextsCatalogStates: View {
  @Bindable var store: StoreOf<TextsCatalog>

  var body: some View {
    Sample("Invalid") {
      Form {
        TextField("City of birth", text: $store.city).validationMessage("This city is unknown.")
        SecureField("New password", text: $store.password)
          .validationMessage("Enter at least 8 characters.")
        TextEditor("Answer", text: $store.letter).validationMessage("Write at most one line.")
        Toggle("I agree", isOn: $store.isUrgent).validationMessage("Agree before you continue.")
        FileField("Passport", types: ["application/pdf"]) { store.send(.fileChosen($0.name)) }
          .validationMessage("Choose a file.")
      }
    }
    Sample("Disabled") {
      Form {
        TextField("Former city", text: $store.city)
        SecureField("Former password", text: $store.password, prompt: "Not kept")
        TextEditor("Former letter", text: $store.letter)
        Toggle("Former gift", isOn: $store.isGift)
        Stepper("Former copies", value: $store.count, in: 0...9)
        FileField("Former picture") { store.send(.fileChosen($0.name)) }
      }
      .disabled()
    }
    Sample("Long texts") {
      Form {
        TextField(
          "The street in which the parcel was delivered on the last working day of the month",
          text: $store.street
        )
        .help("If the street has several names, enter the one that's on the sign at the corner.")
        .validationMessage("This street isn't in the city that you have entered above.")
        Toggle(
          "Send a message to everyone who has ever ordered something from this warehouse",
          isOn: $store.isGift)
        Stepper(
          "The number of copies that are printed, signed, and sent to the customer",
          value: $store.count, in: 0...9)
        FileField("A picture of the parcel that shows the label and all four corners") {
          store.send(.fileChosen($0.name))
        }
      }
    }
    Sample("Sizes") {
      Form {
        TextField("Small", text: $store.city).controlSize(.small)
        TextField("Regular", text: $store.city)
        TextField("Large", text: $store.city).controlSize(.large)
      }
    }
  }
}
