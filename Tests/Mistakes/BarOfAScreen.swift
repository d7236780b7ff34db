import Cairn

struct BarOfAScreen: View {
  var body: some View {
    Text("A")
      // error: 'navigationBarTitle' is unavailable: Use 'navigationTitle(_:)'.
      .navigationBarTitle("Title")
      .toolbar {
        // error: 'navigationBarLeading' is unavailable: Use '.cancellationAction'.
        ToolbarItem(placement: .navigationBarLeading) { Button("Cancel") {} }
        // error: 'navigationBarTrailing' is unavailable: Use '.primaryAction', or
        //   '.confirmationAction' to save.
        ToolbarItem(placement: .navigationBarTrailing) { Button("Add") {} }
      }
    // error: 'init(header:content:)' is unavailable: Use 'Section(_:content:)' with a title, or
    //   'Section(content:header:)'.
    Section(header: Text("Header")) {
      Text("B")
    }
  }
}

// error: 'PreviewProvider' is unavailable: Cairn has no previews. Remove it, and run the
//   application.
struct BarOfAScreenPreviews: PreviewProvider {
  static var previews: some View { BarOfAScreen() }
}
