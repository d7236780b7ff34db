import Cairn
import Foundation

/// The calendar of a room, with a form for a new booking and the details of a booking.
@Reducer
struct WeekPlan {
  @ObservableState
  struct State: Codable, Equatable {
    var room = Room.birch
    /// The week, or `nil` for the current one.
    var week: Week?
    @Presents var destination: Destination.State?

    var shownWeek: Week {
      @Dependency(\.date.now) var now
      return week ?? Week(containing: now)
    }
  }

  enum Action {
    case changed, signOutTapped, task
    case destination(PresentationAction<Destination.Action>)
    case reservationTapped(Reservation.ID)
    case slotTapped(Slot)
    case weekTapped(Room, Week?)
  }

  @Reducer(state: .codable, .equatable, .sendable)
  enum Destination {
    case details(ReservationDetail)
    case form(ReservationForm)
  }

  @Dependency(\.house) var house
  @Dependency(\.session) var session

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .destination(.presented(.details(.closeTapped))),
        .destination(.presented(.form(.cancelTapped))):
        state.destination = nil
      case .changed, .destination: break
      case .reservationTapped(let id):
        state.destination = .details(ReservationDetail.State(id: id))
      case .signOutTapped: session.signOut()
      case .slotTapped(let slot):
        state.destination = .form(ReservationForm.State(room: state.room, slot: slot))
      case .task:
        return .run { send in
          for try await _ in house.changes().ignoredForResponse() { await send(.changed) }
        }
      case .weekTapped(let room, let week): (state.room, state.week) = (room, week)
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension WeekPlan.State: Routable {
  static var routes: some Routes<Self> {
    Query(\.room, "room", default: .birch)
    Query(\.week, "week")
    Route(\.$destination.details, "bookings", \.id) { id, _ in
      @Dependency(\.house) var house
      let reservation = withErrorReporting { try house.reservation(id) } ?? nil
      return reservation.map { ReservationDetail.State(id: $0.id) }
    }
    Route(\.$destination.form, "new", \.slot) { slot, plan in
      ReservationForm.State(room: plan.room, slot: slot)
    }
  }

  /// The path of a screen on top of this room and week, or of others.
  func path(_ segments: String..., room: Room? = nil, week: Week? = nil) -> LocationPath {
    let other = WeekPlan.State(room: room ?? self.room, week: week ?? self.week)
    return LocationPath(Location(segments, query: other.location.query))
  }
}
