import Cairn
import Foundation

/// The form for a new booking.
@Reducer
struct ReservationForm {
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

    func problem(at now: Date) -> Problem? {
      if title.isEmpty { return .noTitle }
      if lastHour <= firstHour { return .endsTooEarly }
      return slot.start.atHouseHour(firstHour) <= now ? .isOver : nil
    }
  }

  /// Why the room can't be booked. The view has the texts.
  enum Problem: Codable, Equatable {
    case endsTooEarly, failed, isOver, noTitle
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
      case .binding: state.problem = nil
      case .cancelTapped: break
      case .rejected(let problem):
        state.saving.isRunning = false
        state.problem = problem
      case .bookTapped:
        guard !state.saving.isRunning, let member else { return .none }
        state.problem = state.problem(at: now)
        guard state.problem == nil else { return .none }
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
