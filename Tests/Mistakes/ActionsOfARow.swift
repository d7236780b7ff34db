import Cairn

struct ActionsOfARow: View {
  let delete: () -> Void
  var body: some View {
    List {
      ForEach(0..<3) { Text("\($0)") }
        // error: 'onDelete(perform:)' is unavailable: Use a button with the role '.destructive'
        //   in the row.
        .onDelete { _ in delete() }
        // error: 'onMove(perform:)' is unavailable: Use buttons in the row that move it.
        .onMove { _, _ in }
      // error: 'swipeActions' is unavailable: Use buttons in the row.
      Text("A").swipeActions { Button("Delete", action: delete) }
      // error: 'contextMenu' is unavailable: Use buttons in the row, or 'confirmationDialog'.
      Text("B").contextMenu { Button("Delete", action: delete) }
    }
  }
}
