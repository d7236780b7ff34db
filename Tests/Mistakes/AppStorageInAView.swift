import Cairn

struct AppStorageInAView: View {
  // error: 'AppStorage' is unavailable: A server has no user defaults. Use
  //   '@Shared(.session("key"))' in a state.
  @AppStorage("isCompact") private var isCompact = false
  // error: 'SceneStorage' is unavailable: The state of a scene is stored if it's 'Codable'.
  //   Declare the value in it.
  @SceneStorage("tab") private var tab = 0
  var body: some View {
    Toggle("Compact", isOn: $isCompact)
    Stepper("Tab", value: $tab)
  }
}
