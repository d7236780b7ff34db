import Cairn

/// The list of tickets, with filters, a search, an order, and pages.
///
/// The pages are links, so Back returns to the page before.
@Reducer
struct Tickets {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var query = TicketQuery()
    var position = TicketPosition.first
    @Presents var ticket: TicketForm.State?

    /// The tickets of the page, or `nil` if they can't be read.
    ///
    /// They aren't part of the state. Each page reads them from the database, so a scene needs little memory.
    var page: TicketPage? {
      @Dependency(\.tickets) var tickets
      return try? tickets.page(query, position)
    }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case ticket(PresentationAction<TicketForm.Action>)
    case ticketTapped(id: Ticket.ID)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
      .onChange(of: \.query) { _, _ in
        Reduce { state, _ in
          // The position belongs to another list.
          state.position = .first
          return .none
        }
      }
    Reduce { state, action in
      switch action {
      case .binding, .ticket: break
      case .ticketTapped(let id):
        state.ticket = TicketForm.State(id: id)
      }
      return .none
    }
    .ifLet(\.$ticket, action: \.ticket) { TicketForm() }
  }
}

/// The URLs of the list and its tickets, such as `/tickets/ticket/7?status=open&sort=priority`.
extension Tickets.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.ticket, "ticket", \.id) { id, _ in TicketForm.State(id: id) }
    Query(\.query.status, "status")
    Query(\.query.assignee, "assignee")
    Query(\.query.search, "q", default: "")
    Query(\.query.sort.column, "sort", default: .updated)
    Query(\.query.sort.order, "order", default: .descending)
    Query(\.position, "page", default: .first)
  }
}
