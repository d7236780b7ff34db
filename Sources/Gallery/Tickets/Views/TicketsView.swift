import Cairn
import Foundation

/// The list of tickets, with its filters and pages.
struct TicketsView: View {
  @Bindable var store: StoreOf<Tickets>

  var body: some View {
    NavigationStack {
      VStack {
        HStack {
          Picker("Status", selection: $store.query.status) {
            Text("All").tag(Ticket.Status?.none)
            ForEach(Ticket.Status.allCases, id: \.self) { status in
              Text(status.name).tag(Ticket.Status?.some(status))
            }
          }
          Picker("Assignee", selection: $store.query.assignee) {
            Text("All").tag(Ticket.Assignee?.none)
            ForEach(Ticket.Assignee.allCases, id: \.self) { assignee in
              Text(assignee.name).tag(Ticket.Assignee?.some(assignee))
            }
          }
          // Without the script, choosing an option doesn't send a request. Each button submits all fields.
          Button("Apply") {}.buttonStyle(.bordered).noscript()
        }
        TicketResults(store: store)
          .searchable(text: $store.query.search, prompt: "Search for words")
      }
      .navigationTitle("Tickets")
    }
    .sheet(item: $store.scope(state: \.ticket, action: \.ticket)) { store in
      TicketFormView(store: store)
    }
  }
}

/// The table of a page with links to other pages, or a hint if there are no tickets.
private struct TicketResults: View {
  @Bindable var store: StoreOf<Tickets>

  var body: some View {
    if let page = store.page {
      if page.tickets.isEmpty {
        ContentUnavailableView(
          "No tickets found", description: "Try other words, or choose other filters.")
      } else {
        // Links that are opened in a new tab lead to the same list.
        let query = store.state.location.query
        TicketTable(tickets: page.tickets, query: query, store: store)
        if page.previous != nil || page.next != nil {
          TicketPageLinks(page: page, query: query.filter { $0.name != "page" })
        }
      }
    } else {
      ContentUnavailableView(
        "The tickets can't be read", description: "Try again in a moment.")
    }
  }
}

/// A row for each ticket of a page.
private struct TicketTable: View {
  let tickets: [Ticket]
  let query: [Location.QueryItem]
  @Bindable var store: StoreOf<Tickets>

  var body: some View {
    Table(tickets, caption: "Tickets", sortOrder: $store.query.sort) {
      TableColumn("Subject", value: \.subject) { ticket in
        let location = Location(["ticket", "\(ticket.id)"], query: query)
        NavigationLink(ticket.subject, to: LocationPath(location)) {
          store.send(.ticketTapped(id: ticket.id))
        }
      }
      TableColumn("Number", sort: .number) { ticket in Text(verbatim: "\(ticket.id)") }
        .alignment(.trailing)
      TableColumn("Requester", value: \.requester)
      TableColumn("Status", value: \.status.name)
      TableColumn("Priority", value: \.priority.name, sort: .priority)
      TableColumn("Assignee", value: \.assignee.name)
      TableColumn("Updated", sort: .updated) { ticket in
        Text(ticket.updated, format: .dateTime.year().month().day())
      }
    }
  }
}

/// Links to other pages of a list.
private struct TicketPageLinks: View {
  let page: TicketPage
  /// The query of the first page.
  let query: [Location.QueryItem]

  var body: some View {
    Element("nav") {
      HStack {
        if let previous = page.previous {
          link("First", to: .first)
          link("Previous", to: previous)
        }
        Spacer()
        if let next = page.next {
          link("Next", to: next)
          link("Last", to: .last)
        }
      }
    }
    .accessibilityLabel("Pages")
  }

  private func link(_ title: LocalizedStringKey, to position: TicketPosition) -> some View {
    let item = Location.QueryItem("page", position.routeSegment)
    let location = Location(query: position == .first ? query : query + [item])
    return Link(title, to: LocationPath(location)).padding(.vertical, 12)
  }
}
