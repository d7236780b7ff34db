import Cairn

struct TabsWithoutASelection: View {
  var body: some View {
    // error: 'init(content:)' is unavailable: Bind the selection with
    //   'TabView(selection:content:)'. It belongs in a state.
    TabView {
      Text("One").tabItem { Text("One") }
    }
  }
}
