import Cairn
import CairnServer

/// The sample of accounts with passwords, in three languages.
struct MembersApp: App {
  static var languages: [Language] { [.english, .german, .arabic] }

  static var strings: StringCatalog? {
    get throws { try StringCatalog(PackageResources.Members_xcstrings, name: "Members.xcstrings") }
  }

  static func systemText(_ text: SystemText, in language: Language) -> String? {
    language == .arabic ? text.arabic : nil
  }

  let store = Store(initialState: Members.State()) { Members() }

  var body: some Scene {
    WindowGroup { MembersView(store: store) }.routes(of: store)
  }
}
