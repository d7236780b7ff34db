import Cairn

struct ContainersThatScroll: View {
  let names: [String]
  var body: some View {
    // error: 'ScrollView' is unavailable: Pages scroll without it. Remove it, or use 'List' for
    //   rows.
    ScrollView {
      // error: 'LazyVStack' is unavailable: Use 'VStack', or 'List' for rows.
      LazyVStack(spacing: 8) {
        ForEach(names, id: \.self) { Text($0) }
      }
    }
    // error: 'ScrollView' is unavailable: Pages scroll without it. Remove it, or use 'List' for
    //   rows.
    ScrollView(.horizontal) {
      // error: 'LazyHStack' is unavailable: Use 'HStack'.
      LazyHStack {
        Text("Row")
      }
    }
  }
}
