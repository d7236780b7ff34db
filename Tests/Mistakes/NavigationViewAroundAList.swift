import Cairn

struct NavigationViewAroundAList: View {
  var body: some View {
    // error: 'NavigationView' is unavailable: Use 'NavigationStack'.
    NavigationView {
      List { Text("Row") }.navigationTitle("Rows")
    }
  }
}
