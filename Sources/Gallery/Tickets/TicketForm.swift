import Cairn

/// A ticket with its saved changes, and the fields for another change.
@Reducer
struct TicketForm {
  @ObservableState
  struct State: Codable, Equatable, Identifiable, Sendable {
    let id: Ticket.ID
    /// The status when the form was opened.
    let originalStatus: Ticket.Status
    var status: Ticket.Status
    var comment = ""
    @Presents var alert: AlertState<Never>?
    var saving = WorkInFlight()

    /// Creates the form of a ticket, or `nil` if the ticket can't be found.
    init?(id: Ticket.ID) {
      @Dependency(\.tickets) var tickets
      guard let ticket = try? tickets.ticket(id) else { return nil }
      self.init(ticket)
    }

    init(_ ticket: Ticket) {
      id = ticket.id
      originalStatus = ticket.status
      status = ticket.status
    }

    /// The ticket in the database, or `nil` if it can't be read.
    var ticket: Ticket? {
      @Dependency(\.tickets) var tickets
      return try? tickets.ticket(id)
    }

    /// The saved changes, oldest first.
    var changes: [TicketChange] {
      @Dependency(\.tickets) var tickets
      return (try? tickets.changes(id)) ?? []
    }

    /// The change to save, or `nil` if the user hasn't changed anything.
    var edit: TicketEdit? {
      let status = status == originalStatus ? nil : status
      let comment = comment.allSatisfy(\.isWhitespace) ? "" : comment
      guard status != nil || !comment.isEmpty else { return nil }
      return TicketEdit(id: id, status: status, comment: comment)
    }
  }

  enum Action: BindableAction {
    case alert(PresentationAction<Never>)
    case binding(BindingAction<State>)
    case cancelTapped
    case saveTapped
    case savingFailed(String)
  }

  /// The maximum length of a comment, in UTF-16 code units, as browsers count.
  static let commentLimit = 4000

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.tickets) var tickets

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert, .binding:
        return .none

      case .cancelTapped:
        return .run { _ in await dismiss() }

      case .saveTapped:
        guard !state.saving.isRunning else { return .none }
        guard let edit = state.edit else { return .run { _ in await dismiss() } }
        state.saving.isRunning = true
        return .run { _ in
          try await tickets.save(edit)
          await dismiss()
        } catch: { error, send in
          await send(.savingFailed("\(error)"))
        }
        .onInterruption(
          message: "Saving was interrupted. Check whether your change was saved, and save again if "
            + "it wasn't.")

      case .savingFailed(let reason):
        state.saving.isRunning = false
        state.alert = .notSaved(reason)
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}
