import Cairn
import Foundation

struct WeekView: View {
  @Bindable var store: StoreOf<WeekPlan>
  @Dependency(\.session.owner) var member

  var body: some View {
    let (room, week) = (store.room, store.shownWeek)
    VStack {
      Links(store: store)
      Days(store: store)
      // These lead to endpoints. With the attribute, the browser saves the response.
      Element("div", .class("links")) {
        Link("Export this week (CSV)", to: "rooms/\(room)/week.csv?week=\(week)")
          .attribute("download")
        Link("Export all bookings (iCalendar)", to: "rooms/\(room)/bookings.ics")
          .attribute("download")
        Link("Floor plan", to: "rooms/\(room)/plan.svg").attribute("download")
      }
      LanguagePicker()
    }
    .navigationTitle("Rooms")
    .toolbar {
      if let member { Text(member) }
      Button("Sign out") { store.send(.signOutTapped) }
    }
    .task(while: .connected) { await store.send(.task).finish() }
    .sheet(item: $store.scope(state: \.destination?.form, action: \.destination.form)) {
      ReservationFormView(store: $0)
    }
    .sheet(item: $store.scope(state: \.destination?.details, action: \.destination.details)) {
      ReservationDetailView(store: $0)
    }
  }
}

private struct Links: View {
  let store: StoreOf<WeekPlan>

  var body: some View {
    let (room, week) = (store.room, store.shownWeek)
    Element("div", .class("links")) {
      ForEach(Room.allCases, id: \.self) { other in
        NavigationLink(other.name, to: store.state.path(room: other)) {
          store.send(.weekTapped(other, store.week))
        }
        .attribute("aria-current", other == room ? "true" : "false")
      }
      Text("\(room.seats) seats").foregroundStyle(.secondary)
    }
    Element("div", .class("links weeks")) {
      NavigationLink("Previous week", to: store.state.path(week: week.moved(by: -1))) {
        store.send(.weekTapped(room, week.moved(by: -1)))
      }
      Element("h2") { Text("Week of \(week.start, format: .house.day().month(.wide).year())") }
      NavigationLink("Next week", to: store.state.path(week: week.moved(by: 1))) {
        store.send(.weekTapped(room, week.moved(by: 1)))
      }
    }
  }
}

private struct Days: View {
  let store: StoreOf<WeekPlan>
  @Dependency(\.date.now) var now
  @Dependency(\.house) var house

  var body: some View {
    let week = store.shownWeek
    let reservations =
      withErrorReporting { try house.reservations(of: store.room, in: week.range) } ?? []
    Element("div", .class("days")) {
      ForEach(week.days, id: \.self) { day in
        Element("section", .class("day")) {
          Element("h3") { Text(day, format: .house.weekday(.wide).day().month()) }
          ForEach(House.hours, id: \.self) { hour in
            let start = day.atHouseHour(hour)
            if let other = reservations.first(where: { $0.start <= start && start < $0.end }) {
              if other.start == start { booked(other) }
            } else {
              free(start)
            }
          }
        }
      }
    }
  }

  private func booked(_ booking: Reservation) -> some View {
    let (title, member) = (booking.title.bidiIsolated, booking.member.bidiIsolated)
    let path = store.state.path("bookings", "\(booking.id)")
    return NavigationLink("\(booking.start, format: .houseTime) \(title), \(member)", to: path) {
      store.send(.reservationTapped(booking.id))
    }
    .class("booked hours-\(booking.end.houseHour - booking.start.houseHour)")
  }

  @ViewBuilder private func free(_ start: Date) -> some View {
    if start > now {
      NavigationLink(to: store.state.path("new", Slot(start).routeSegment)) {
        store.send(.slotTapped(Slot(start)))
      } label: {
        Text(start, format: .houseTime)
      }
      .class("free")
      .accessibilityLabel("Book \(start, format: .house.weekday(.wide).day().hour().minute())")
    } else {
      Element("span", .class("over")) { Text(start, format: .houseTime) }
    }
  }
}
