import Cairn
import Foundation

/// The fields for numbers, dates, and colors, and the kinds of text input.
struct FieldsCatalogView: View {
  @Bindable var store: StoreOf<FieldsCatalog>

  /// The possible arrivals, from May 1 to May 31, 2030.
  static let arrivals =
    Date(timeIntervalSince1970: 1_903_824_000)...Date(timeIntervalSince1970: 1_906_502_340)

  var body: some View {
    Group {
      Sample("Filled") {
        Form {
          TextField("Pieces", value: $store.pieces, in: 0...1000, format: .number)
          TextField("Price", value: $store.price, in: 0...100, step: 0.05, format: .number)
          DatePicker("Arrival", selection: $store.arrival, in: Self.arrivals)
          Slider(value: $store.volume, in: 0...100, step: 5) {
            Text("Volume")
          } minimumValueLabel: {
            Text("Quiet")
          } maximumValueLabel: {
            Text("Loud")
          }
          ColorPicker("Tone", selection: $store.tone)
        }
      }
      Sample("Empty") {
        Form {
          TextField("Spare pieces", value: $store.spare, in: 0...1000, prompt: "None")
          TextField("Discount", value: $store.discount, in: 0...100, prompt: "None")
          DatePicker("Departure", selection: $store.departure, displayedComponents: .date)
          DatePicker(
            "Departure time", selection: $store.departure, displayedComponents: .hourAndMinute)
        }
      }
      Sample("Kinds of text") {
        Form {
          TextField("Email", text: $store.email).keyboardType(.emailAddress)
            .textContentType(.emailAddress)
          TextField("Website", text: $store.website).keyboardType(.URL).textContentType(.URL)
          TextField("Telephone", text: $store.telephone).keyboardType(.phonePad)
            .textContentType(.telephoneNumber)
          TextField("Search", text: $store.query).keyboardType(.webSearch)
        }
      }
      FieldsCatalogStates(store: store)
      Button("Apply") {}.noscript()
    }
    .navigationTitle("Fields")
  }
}

/// The fields with messages, disabled ones, and ones with long labels.
private struct FieldsCatalogStates: View {
  @Bindable var store: StoreOf<FieldsCatalog>

  var body: some View {
    Sample("Invalid") {
      Form {
        TextField("Pieces ordered", value: $store.pieces, format: .number)
          .validationMessage("Order fewer pieces.")
        DatePicker("Return", selection: $store.arrival, displayedComponents: .date)
          .validationMessage("The return is before the arrival.")
        Slider(value: $store.brightness) { Text("Brightness") }
          .validationMessage("This is too dark to read.")
        ColorPicker("Ink", selection: $store.tone)
          .validationMessage("Choose a darker color.")
      }
    }
    Sample("Disabled") {
      Form {
        TextField("Pieces packed", value: $store.pieces, format: .number)
        DatePicker("Last arrival", selection: $store.arrival)
        Slider(value: $store.volume, in: 0...100, step: 5) { Text("Last volume") }
        ColorPicker("Last tone", selection: $store.tone)
      }
      .disabled()
    }
    Sample("Long labels") {
      Form {
        TextField(
          "The number of pieces that were counted in the warehouse on the last day of the year",
          value: $store.pieces, format: .number)
        DatePicker(
          "The day on which the delivery is expected to arrive at the warehouse",
          selection: $store.arrival, displayedComponents: .date)
        Slider(value: $store.volume, in: 0...100, step: 5) {
          Text("The volume of the announcements in all rooms of the building")
        } minimumValueLabel: {
          Text("Barely audible in a quiet room")
        } maximumValueLabel: {
          Text("Audible next to a running machine")
        }
        ColorPicker("The color of the signs that show the way to the exit", selection: $store.tone)
      }
    }
  }
}
