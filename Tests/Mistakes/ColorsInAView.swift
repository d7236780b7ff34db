import Cairn

struct ColorsInAView: View {
  var body: some View {
    // error: 'foregroundColor' is unavailable: Use 'foregroundStyle(_:)' of 'Text', or
    //   'class(_:)' and a style sheet.
    Text("A").foregroundColor(.red)
    // error: 'background' is unavailable: Use 'class(_:)', and set the background in a style
    //   sheet.
    // error: 'Color' is unavailable: Colors belong in a style sheet. Use 'class(_:)', or
    //   'foregroundStyle(_:)' of 'Text'.
    Text("B").background(Color.blue)
    // error: 'background' is unavailable: Use 'class(_:)', and set the background in a style
    //   sheet.
    Text("C").background(.blue)
    // error: 'background' is unavailable: Use 'class(_:)', and set the background in a style
    //   sheet.
    VStack { Text("D") }.background(Text("E"))
  }
}
