import Cairn

struct CornersOfAView: View {
  var body: some View {
    VStack {
      Text("A")
    }
    .padding()
    // error: 'cornerRadius' is unavailable: Use 'class(_:)', and set the radius in a style sheet.
    .cornerRadius(8)
    // error: 'opacity' is unavailable: Use 'hidden(_:)', or 'class(_:)' and a style sheet.
    .opacity(0.5)
  }
}
