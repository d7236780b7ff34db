import Cairn

struct SizeOfTheWindow: View {
  var body: some View {
    // error: 'GeometryReader' is unavailable: The server doesn't know sizes. Use 'class(_:)' and
    //   a style sheet.
    GeometryReader { geometry in
      Text("\(geometry.size.width)")
    }
  }
}
