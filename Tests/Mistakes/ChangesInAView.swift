import Cairn

struct ChangesInAView: View {
  let query: String
  var body: some View {
    // error: 'onChange(of:initial:_:)' is unavailable: Handle the change in the reducer, with
    //   'onChange(of:)' or in the action.
    Text("A").onChange(of: query) { old, new in print(old, new) }
    // error: 'onChange(of:initial:_:)' is unavailable: Handle the change in the reducer, with
    //   'onChange(of:)' or in the action.
    Text("B").onChange(of: query) { print("changed") }
  }
}
