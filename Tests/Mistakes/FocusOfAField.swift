import Cairn

struct FocusOfAField: View {
  let text: Binding<String>
  let isFocused: Binding<Bool>
  let submit: () -> Void
  var body: some View {
    // error: 'focused' is unavailable: The browser keeps the focus. To choose the first field,
    //   use 'defaultFocus()'.
    TextField("Name", text: text).focused(isFocused)
    // error: 'focused(_:equals:)' is unavailable: The browser keeps the focus. To choose the
    //   first field, use 'defaultFocus()'.
    TextField("Name", text: text).focused(isFocused, equals: true)
    // error: 'onSubmit' is unavailable: Use a button with 'keyboardShortcut(.defaultAction)',
    //   which Return presses.
    TextField("Name", text: text).onSubmit { submit() }
    // error: 'searchable(text:prompt:)' is unavailable: Use a 'TextField' that's bound to the
    //   query in a state.
    List { Text("A") }.searchable(text: text)
  }
}
