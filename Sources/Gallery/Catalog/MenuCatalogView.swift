import Cairn

/// Menus, and the menus of rows.
struct MenuCatalogView: View {
  @Bindable var store: StoreOf<MenuCatalog>

  var body: some View {
    Group {
      Text("Last: \(store.last)")
      Sample("A menu") {
        Menu("Options") {
          Button("Rename", icon: .pencil) { store.send(.tapped("Rename")) }
          Button("Duplicate") { store.send(.tapped("Duplicate")) }
          Divider()
          Button("Ask", role: .destructive) { store.send(.askTapped) }
        }
      }
      Sample("Styles and labels") {
        HStack {
          Menu("Share", icon: .upload) {
            Button("By email") { store.send(.tapped("By email")) }
            Link("Website", destination: "https://swift.org")
          }
          .buttonStyle(.bordered)
          Menu {
            Button("Archive") { store.send(.tapped("Archive")) }
          } label: {
            Image(icon: .ellipsis, alt: "More")
          }
        }
      }
      Sample("Disabled") {
        Menu("Unavailable") { Button("Never") {} }.disabled()
      }
      Sample("Long titles") {
        Menu("A menu whose title doesn't fit into one line of a phone") {
          Button("An action whose title doesn't fit into one line of a menu, as in some languages")
          {
            store.send(.tapped("Long title"))
          }
        }
        .buttonStyle(.bordered)
      }
      Sample("Rows with actions") {
        List {
          ForEach(store.names, id: \.self) { name in
            Text(name)
              .swipeActions {
                Button("Duplicate", icon: .plus) { store.send(.duplicateTapped(name)) }
                Button("Delete", icon: .trash, role: .destructive) {
                  store.send(.deleteTapped(name))
                }
              }
          }
        }
      }
    }
    .navigationTitle("Menus")
    .confirmationDialog("Continue?", isPresented: $store.isAsking) {
      Button("Continue") { store.send(.tapped("Continue")) }
    }
  }
}
