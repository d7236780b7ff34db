import Cairn
import Foundation

/// The form for a new booking.
@Reducer
struct ReservationForm {
  /// The fields whose values are checked.
  enum Field { case end, start, title }

  @ObservableState
  struct State: Codable, Equatable {
    let room: Room
    /// The hour that the member has tapped.
    let slot: Slot
    var title = ""
    var note = ""
    var firstHour: Int
    var lastHour: Int
    var problem: Problem?
    var saving = WorkInFlight()

    init(room: Room, slot: Slot) {
      self.room = room
      self.slot = slot
      firstHour = slot.start.houseHour
      lastHour = firstHour + 1
    }

    /// The messages about the values, after a booking was rejected.
    func messages(at now: Date) -> ValidationMessages<Field> {
      guard let problem else { return ValidationMessages() }
      return ValidationMessages {
        $0.require(!title.isEmpty, .title, "Enter a title.")
        if case .taken(let other) = problem {
          $0.require(
            false, .start,
            """
            \(other.member.bidiIsolated) has booked the room from \(other.start, format: .houseTime) \
            to \(other.end, format: .houseTime). Choose another time.
            """)
        }
        $0.require(slot.start.atHouseHour(firstHour) > now, .start, "This time is over.")
        $0.require(lastHour > firstHour, .end, "The booking must end after it begins.")
      }
    }
  }

  /// Why the room wasn't booked.
  enum Problem: Codable, Equatable {
    case failed, invalid
    case taken(by: Reservation)
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case bookTapped, cancelTapped
    case rejected(Problem)
  }

  @Dependency(\.date.now) var now
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.house) var house
  @Dependency(\.session.owner) var member

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      // Messages about invalid values follow the values.
      case .binding: if state.problem != .invalid { state.problem = nil }
      case .cancelTapped: break
      case .rejected(let problem):
        state.saving.isRunning = false
        state.problem = problem
      case .bookTapped:
        guard !state.saving.isRunning, let member else { return .none }
        state.problem = .invalid
        guard state.messages(at: now).isValid else { return .none }
        state.problem = nil
        state.saving.isRunning = true
        let new = Reservation(
          room: state.room, member: member, title: state.title, note: state.note,
          start: state.slot.start.atHouseHour(state.firstHour),
          end: state.slot.start.atHouseHour(state.lastHour))
        return .run { send in
          guard let other = try await house.book(new) else { return await dismiss() }
          await send(.rejected(.taken(by: other)))
        } catch: { _, send in
          await send(.rejected(.failed))
        }
        .onInterruption(send: .rejected(.failed))
      }
      return .none
    }
    .persistedAction(\.rejected)
  }
}
