import Cairn

/// The list of the sample applications.
struct GalleryView: View {
  var body: some View {
    NavigationStack {
      VStack {
        Text("Sample applications. All of them work without JavaScript.")
          .foregroundStyle(.secondary)
        List {
          SampleRow(
            name: "Inventory", location: "/inventory",
            summary: "Items in a database, in all forms of presentation and a stack.")
          SampleRow(
            name: "Menu as a tree", location: "/menu/tree",
            summary: "Signing in and up, on screens each of which presents the next.")
          SampleRow(
            name: "Menu as a stack", location: "/menu/stack",
            summary: "The same screens, which the menu keeps on one stack.")
          SampleRow(
            name: "Counters", location: "/counters",
            summary: "State with methods instead of actions: models, and what they tell each other."
          )
          SampleRow(
            name: "Trains", location: "/trains",
            summary: "Screens on a path, a tree that says which are valid, tabs and deep links.")
        }
      }
      .navigationTitle("Gallery")
    }
  }
}

/// A link to a sample application, with a short description.
private struct SampleRow: View {
  let name: String
  let location: String
  let summary: String

  var body: some View {
    NavigationLink(href: location) {
      Element("span") {
        Text(name).font(.headline)
        Text(summary).foregroundStyle(.secondary)
      }
      .class("vstack")
    }
    .accessibilityLabel(name)
  }
}
