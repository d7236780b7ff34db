import Cairn

struct ColorsOfAPalette: View {
  // error: 'Color' is unavailable: Colors belong in a style sheet. Use 'class(_:)', or
  //   'foregroundStyle(_:)' of 'Text'.
  static let brand = Color(red: 0.5, green: 0.5, blue: 0)
  // error: 'Color' is unavailable: Colors belong in a style sheet. Use 'class(_:)', or
  //   'foregroundStyle(_:)' of 'Text'.
  let accent: Color
  var body: some View {
    // error: 'Color' is unavailable: Colors belong in a style sheet. Use 'class(_:)', or
    //   'foregroundStyle(_:)' of 'Text'.
    [Color.red, .orange, .gray][0]
    // error: 'foregroundColor' is unavailable: Use 'foregroundStyle(_:)' of 'Text', or
    //   'class(_:)' and a style sheet.
    Text("A").foregroundColor(accent)
  }
}
