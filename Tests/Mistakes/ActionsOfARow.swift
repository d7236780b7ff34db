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
    }
  }
}
