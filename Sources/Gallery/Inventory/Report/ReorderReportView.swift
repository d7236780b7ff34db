import Cairn

/// A button that prepares the list of items to reorder, with the progress and a link to the file.
struct ReorderReportView: View {
  let store: StoreOf<LongWork<Int, Int>>

  var body: some View {
    VStack {
      Button("Prepare report") { store.send(.start(ReorderReport.threshold)) }
        .buttonStyle(.bordered)
        .disabled(store.status.isRunning)
      LongWorkView(store: store) { count in
        Text(count == 1 ? "1 item must be reordered." : "\(count) items must be reordered.")
        // With this attribute, the page's script leaves the link to the browser.
        Link("Download the report", to: "report.csv").attribute("download").padding(.vertical, 12)
      }
    }
  }
}
