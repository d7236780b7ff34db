import Cairn

struct TapOnAText: View {
  let select: () -> Void
  var body: some View {
    // error: 'onTapGesture(count:perform:)' is unavailable: Use 'Button', which also works with
    //   the keyboard and without JavaScript.
    Text("A").onTapGesture { select() }
    // error: 'onTapGesture(count:perform:)' is unavailable: Use 'Button', which also works with
    //   the keyboard and without JavaScript.
    Text("B").onTapGesture(count: 2) { select() }
  }
}
