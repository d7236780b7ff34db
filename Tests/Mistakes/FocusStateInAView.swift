import Cairn

struct FocusStateInAView: View {
  enum Field { case name, email }
  // error: 'FocusState' is unavailable: The browser keeps the focus. To choose the first field,
  //   use 'defaultFocus()'.
  @FocusState private var field: Field?
  // error: 'FocusState' is unavailable: The browser keeps the focus. To choose the first field,
  //   use 'defaultFocus()'.
  @FocusState private var isFocused: Bool
  var body: some View {
    Button("Edit") {
      field = .name
      isFocused = true
    }
  }
}
