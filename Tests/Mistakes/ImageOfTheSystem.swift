import Cairn

struct ImageOfTheSystem: View {
  var body: some View {
    // error: 'init(systemName:)' is unavailable: Linux has no system images. Use 'Text' with a
    //   symbol, or 'Image(_:alt:)'.
    Image(systemName: "star")
    // error: 'init(_:)' is unavailable: Describe the image with 'Image(_:alt:)', or use
    //   'Image(decorative:)'.
    Image("logo.svg")
    // error: 'init(_:systemImage:)' is unavailable: Linux has no system images. Use
    //   'Label(_:icon:)' with a symbol, or 'Label(_:image:)'.
    Label("Favorites", systemImage: "star")
  }
}
