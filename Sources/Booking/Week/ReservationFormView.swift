import Cairn
import Foundation

struct ReservationFormView: View {
  @Bindable var store: StoreOf<ReservationForm>

  var body: some View {
    Form {
      if store.problem == .failed {
        Text("Booking the room failed. Check the calendar, and try again.")
      }
      Section {
        TextField("Title", text: $store.title).maxLength(80).defaultFocus()
          .validationMessage(store.problem == .noTitle ? "Enter a title." : nil)
        Picker("From", selection: $store.firstHour) { options(House.hours) }
          .validationMessage(startMessage)
        Picker("To", selection: $store.lastHour) {
          options(House.hours.lowerBound + 1..<House.hours.upperBound + 1)
        }
        .validationMessage(
          store.problem == .endsTooEarly ? "The booking must end after it begins." : nil)
        TextEditor("Note", text: $store.note).maxLength(2000)
      } header: {
        Text(store.slot.start, format: .house.weekday(.wide).day().month(.wide))
      }
    }
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

  private var startMessage: LocalizedStringKey? {
    switch store.problem {
    case .isOver: "This time is over."
    case .taken(let other):
      """
      \(other.member.bidiIsolated) has booked the room from \(other.start, format: .houseTime) to \
      \(other.end, format: .houseTime). Choose another time.
      """
    case .endsTooEarly, .failed, .noTitle, nil: nil
    }
  }
}
