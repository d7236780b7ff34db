import Cairn

/// The list of sample applications.
struct GalleryView: View {
  var body: some View {
    NavigationStack {
      VStack {
        Text("Sample applications. All of them work without JavaScript.")
          .foregroundStyle(.secondary)
        List {
          NavigationLink(href: "/inventory") {
            Element("span") {
              Text("Inventory").font(.headline)
              Text("Items in a database, in all forms of presentation and a stack.")
                .foregroundStyle(.secondary)
            }
            .class("vstack")
          }
          .accessibilityLabel("Inventory")
        }
      }
      .navigationTitle("Gallery")
    }
  }
}
