import Cairn

struct ToggleWithALabel: View {
  let isOn: Binding<Bool>
  var body: some View {
    // error: 'init(isOn:label:)' is unavailable: Use 'Toggle(_:isOn:)' with a title.
    Toggle(isOn: isOn) { Text("Sound") }
  }
}
