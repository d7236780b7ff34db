import Cairn

struct MenuOfActions: View {
  var body: some View {
    // error: 'Menu' is unavailable: Use 'confirmationDialog' for actions, or 'Picker' for a
    //   choice.
    Menu("Actions") {
      Button("Delete") {}
    }
  }
}
