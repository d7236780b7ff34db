import Cairn
import Foundation

struct ReservationFormView: View {
  @Bindable var store: StoreOf<ReservationForm>
  @Dependency(\.date.now) var now

  var body: some View {
    let messages = store.state.messages(at: now)
    Form {
      if store.problem == .failed {
        Text("Booking the room failed. Check the calendar, and try again.")
      }
      Section {
        TextField("Title", text: $store.title).maxLength(80).defaultFocus()
          .validationMessage(messages[.title])
        Picker("From", selection: $store.firstHour) { options(House.hours) }
          .validationMessage(messages[.start])
        Picker("To", selection: $store.lastHour) {
          options(House.hours.lowerBound + 1..<House.hours.upperBound + 1)
        }
        .validationMessage(messages[.end])
        TextEditor("Note", text: $store.note).maxLength(2000)
      } header: {
        Text(store.slot.start, format: .house.weekday(.wide).day().month(.wide))
      }
    }
    .validationSummary()
    .navigationTitle("New booking")
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button("Cancel", role: .cancel) { store.send(.cancelTapped) }
      }
      ToolbarItem(placement: .confirmationAction) {
        Button("Book") { store.send(.bookTapped) }
      }
    }
  }

  private func options(_ hours: Range<Int>) -> some View {
    ForEach(hours, id: \.self) { hour in
      Text(store.slot.start.atHouseHour(hour), format: .houseTime).tag(hour)
    }
  }
}
