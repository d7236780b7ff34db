import Cairn
import Foundation

struct WeekView: View {
  @Bindable var store: StoreOf<WeekPlan>
  @Dependency(\.session.owner) var member

  var body: some View {
    let (room, week) = (store.room, store.shownWeek)
    Group {
      TabView(selection: $store.room) {
        ForEach(Room.allCases, id: \.self) { room in
          Tab(room.name, value: room) { PlanView(store: store) }
        }
      }
      LanguagePicker()
    }
    .navigationTitle("Rooms")
    .toolbar {
      if let member { Label(member, icon: .person) }
      Menu("Export", icon: .download) {
        // These lead to endpoints. With the attribute, the browser saves the response.
        Link("Export this week (CSV)", to: "rooms/\(room)/week.csv?week=\(week)")
          .attribute("download")
        Link("Export all bookings (iCalendar)", to: "rooms/\(room)/bookings.ics")
          .attribute("download")
        Link("Floor plan", to: "rooms/\(room)/plan.svg").attribute("download")
      }
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

/// The hours of a week, with a column for each day.
private struct PlanView: View {
  private struct Hour: Identifiable { let id: Int }

  @Bindable var store: StoreOf<WeekPlan>
  @Dependency(\.date.now) var now
  @Dependency(\.house) var house
  @Environment(\.locale) var locale

  var body: some View {
    let (room, week) = (store.room, store.shownWeek)
    let bookings = withErrorReporting { try house.reservations(of: room, in: week.range) } ?? []
    let title: LocalizedStringKey =
      "Week of \(week.start, format: .house.day().month(.wide).year())"
    HStack {
      Button("Previous week", icon: .chevronBackward) { store.week = week.moved(by: -1) }
      Button("Next week", icon: .chevronForward) { store.week = week.moved(by: 1) }
      Spacer()
      DatePicker("Day", selection: $store.day, in: Week.allDays, displayedComponents: .date)
        .environment(\.timeZone, House.timeZone)
      Button("Show") {}.noscript()
    }
    Table(House.hours.map(Hour.init), caption: title) {
      TableColumn("Time") { Text(week.start.atHouseHour($0.id), format: .houseTime) }
      for day in week.days {
        TableColumn(day.formatted(.house.weekday(.wide).day().month().locale(locale))) { hour in
          let start = day.atHouseHour(hour.id)
          let booking = bookings.first { $0.start <= start && start < $0.end }
          if let booking, booking.start < start {
            Text(booking.title).foregroundStyle(.secondary)
          } else if let booking {
            booked(booking)
          } else if start > now {
            free(start)
          }
        }
      }
    }
    Label("\(room.seats) seats", icon: .person).foregroundStyle(.secondary)
  }

  private func booked(_ booking: Reservation) -> some View {
    let (title, member) = (booking.title.bidiIsolated, booking.member.bidiIsolated)
    let path = store.state.path("bookings", "\(booking.id)")
    return NavigationLink("\(title), \(member)", to: path) {
      store.send(.reservationTapped(booking.id))
    }
    .accessibilityLabel("\(booking.start, format: .houseTime) \(title), \(member)")
  }

  private func free(_ start: Date) -> some View {
    NavigationLink(to: store.state.path("new", Slot(start).routeSegment)) {
      store.send(.slotTapped(Slot(start)))
    } label: {
      Label("Book", icon: .plus).foregroundStyle(.secondary)
    }
    .accessibilityLabel("Book \(start, format: .house.weekday(.wide).day().hour().minute())")
  }
}
