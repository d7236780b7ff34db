import Cairn
import Foundation

/// The sheet with a ticket.
struct TicketFormView: View {
  @Bindable var store: StoreOf<TicketForm>

  var body: some View {
    Form {
      if let ticket = store.ticket {
        Section(ticket.subject) {
          LabeledContent("Requester", value: ticket.requester)
          LabeledContent("Priority", value: ticket.priority.name)
          LabeledContent("Assignee", value: ticket.assignee.name)
        }
      }
      Section("Change") {
        Picker("Status", selection: $store.status) {
          ForEach(Ticket.Status.allCases, id: \.self) { status in
            Text(status.name).tag(status)
          }
        }
        TextEditor("Comment", text: $store.comment).maxLength(TicketForm.commentLimit)
      }
      let changes = store.changes
      if !changes.isEmpty {
        Section("History") {
          ForEach(changes) { TicketChangeView(change: $0) }
        }
      }
    }
    .disabled(store.saving.isRunning)
    .navigationTitle("Ticket \(store.id)")
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button("Cancel", role: .cancel) { store.send(.cancelTapped) }
      }
      ToolbarItem(placement: .confirmationAction) {
        Button("Save") { store.send(.saveTapped) }.disabled(store.saving.isRunning)
      }
    }
    .alert($store.scope(state: \.alert, action: \.alert))
  }
}

/// A saved change with its time.
private struct TicketChangeView: View {
  let change: TicketChange

  var body: some View {
    VStack {
      if let status = change.status { Text("Status: \(status.name)") }
      if !change.comment.isEmpty { Text(verbatim: change.comment) }
      Text(change.date, format: .dateTime.year().month().day().hour().minute())
        .foregroundStyle(.secondary)
    }
  }
}
