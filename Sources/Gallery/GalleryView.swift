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
            summary: "Items in a database, with every kind of presentation and a stack.")
          SampleRow(
            name: "Menu as a tree", location: "/menu/tree",
            summary: "Signing in and signing up. Each screen presents the next one.")
          SampleRow(
            name: "Menu as a stack", location: "/menu/stack",
            summary: "The same screens, on one stack that the menu manages.")
          SampleRow(
            name: "Members", location: "/members",
            summary: "Accounts with passwords, links for new passwords, and limited attempts.")
          SampleRow(
            name: "Counters", location: "/counters",
            summary: "Models, which have methods instead of actions and send each other events.")
          SampleRow(
            name: "Trains", location: "/trains",
            summary: "A path of screens, a tree of all valid paths, tabs, and deep links.")
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
    .accessibilityHint(summary)
  }
}
