import Cairn

struct StateInAView: View {
  // error: 'State' is unavailable: Views don't keep state. Declare the value in the state of a
  //   feature.
  @State private var count = 0
  var body: some View {
    Stepper("Count", value: $count)
    Button("Reset") { count = 0 }
  }
}
