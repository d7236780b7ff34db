import Cairn
import Foundation

struct ReservationDetailView: View {
  @Bindable var store: StoreOf<ReservationDetail>
  @Dependency(\.house) var house
  @Dependency(\.session.owner) var member

  var body: some View {
    let reservation = withErrorReporting { try house.reservation(store.id) } ?? nil
    Group {
      if let reservation {
        List {
          if store.hasFailed { Text("Your change wasn't saved. Try again in a moment.") }
          Facts(reservation: reservation)
          Comments(store: store)
          if reservation.member == member {
            Button("Cancel the booking…", role: .destructive) { store.send(.cancelBookingTapped) }
          }
        }
        .navigationTitle(reservation.title)
      } else {
        ContentUnavailableView("This booking was canceled").navigationTitle("Booking")
      }
    }
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button("Close", role: .cancel) { store.send(.closeTapped) }
      }
    }
    .alert($store.scope(state: \.alert, action: \.alert))
  }
}

private struct Facts: View {
  let reservation: Reservation
  @Environment(\.timeZone) var timeZone

  var body: some View {
    let (start, end) = (reservation.start, reservation.end)
    Section {
      LabeledContent("Room") { Text(reservation.room.name) }
      LabeledContent("Day") { Text(start, format: .house.weekday(.wide).day().month(.wide).year()) }
      LabeledContent("Time") { Text("\(start, format: .houseTime) to \(end, format: .houseTime)") }
      if timeZone.secondsFromGMT(for: start) != House.timeZone.secondsFromGMT(for: start) {
        LabeledContent("In your time zone") {
          Text(start, format: .dateTime.weekday(.wide).hour().minute())
        }
      }
      LabeledContent("Booked by") { Text(reservation.member) }
      if !reservation.note.isEmpty { Text(reservation.note) }
    }
  }
}

private struct Comments: View {
  @Bindable var store: StoreOf<ReservationDetail>
  @Dependency(\.house) var house

  var body: some View {
    Section("Comments") {
      ForEach(withErrorReporting { try house.comments(on: store.id) } ?? []) { comment in
        VStack(spacing: 0) {
          Text(comment.text)
          Text("\(comment.member), \(comment.date, format: .house.day().month().hour().minute())")
            .font(.caption).foregroundStyle(.secondary)
        }
      }
      TextField("Comment", text: $store.comment).maxLength(500)
      Button("Add comment") { store.send(.commentTapped) }.keyboardShortcut(.defaultAction)
    }
  }
}
