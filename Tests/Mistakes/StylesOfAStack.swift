import Cairn

struct StylesOfAStack: View {
  var body: some View {
    // error: 'foregroundStyle' is unavailable: Only 'Text' has this modifier. For other views,
    //   use 'class(_:)' and a style sheet.
    VStack { Text("A") }.foregroundStyle(.secondary)
    // error: 'bold()' is unavailable: Only 'Text' has this modifier. For other views, use
    //   'class(_:)' and a style sheet.
    // error: 'italic()' is unavailable: Only 'Text' has this modifier. For other views, use
    //   'class(_:)' and a style sheet.
    Text("B").padding().bold().italic()
    // error: 'lineLimit' is unavailable: Use 'class(_:)' and a style sheet.
    // error: 'shadow(radius:)' is unavailable: Use 'class(_:)' and a style sheet.
    // error: 'overlay' is unavailable: Use 'class(_:)' and a style sheet.
    Text("C").lineLimit(1).shadow(radius: 2).overlay { Text("D") }
  }
}
