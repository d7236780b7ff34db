import Cairn

struct StateInAView: View {
  @State private var count = 0
  var body: some View {
    Stepper("Count", value: $count)
    Button("Reset") { count = 0 }
  }
}
