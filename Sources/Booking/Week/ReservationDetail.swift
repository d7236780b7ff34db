import Cairn
import Foundation

/// A booking with its comments.
@Reducer
struct ReservationDetail {
  @ObservableState
  struct State: Codable, Equatable, Identifiable {
    let id: Reservation.ID
    var comment = ""
    /// Whether the last comment wasn't added, or the booking wasn't canceled.
    var hasFailed = false
    @Presents var alert: AlertState<Alert>?
  }

  @CasePathable
  enum Alert: Codable, Equatable { case cancellationConfirmed }

  enum Action: BindableAction {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case cancelBookingTapped, closeTapped, commentAdded, commentTapped, failed
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.house) var house
  @Dependency(\.session.owner) var member

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      state.hasFailed = false
      switch action {
      case .alert(.presented(.cancellationConfirmed)):
        guard let member else { return .none }
        return .run { [id = state.id] _ in
          try await house.cancel(id, by: member)
          await dismiss()
        } catch: { _, send in
          await send(.failed)
        }
        .onInterruption(send: .failed)
      case .alert, .binding, .closeTapped: break
      case .cancelBookingTapped: state.alert = .cancellation
      case .commentAdded: state.comment = ""
      case .commentTapped:
        guard let member, !state.comment.isEmpty else { return .none }
        return .run { [id = state.id, text = state.comment] send in
          try await house.comment(on: id, member, text)
          await send(.commentAdded)
        } catch: { _, send in
          await send(.failed)
        }
        .onInterruption(send: .failed)
      case .failed: state.hasFailed = true
      }
      return .none
    }
    .ifLet(\.$alert, action: \.alert)
    .persistedAction(\.failed)
  }
}

extension AlertState<ReservationDetail.Alert> {
  static let cancellation = AlertState {
    TextState("Cancel this booking?")
  } actions: {
    ButtonState(role: .destructive, action: .cancellationConfirmed) { "Cancel the booking" }
    ButtonState(role: .cancel) { "Keep it" }
  } message: {
    TextState("Its comments are deleted too.")
  }
}
