import Cairn
import CairnServer
import Foundation

/// The rooms of a house, which members book.
struct BookingApp: App {
  let signIn = Store(initialState: SignIn.State()) { SignIn() }
  let plan = Store(initialState: WeekPlan.State()) { WeekPlan() }

  static var languages: [Language] { [.english, .german] }

  static var strings: StringCatalog? {
    get throws { try StringCatalog(contentsOfFile: resources + "/Localizable.xcstrings") }
  }

  /// The folder with the string catalog, the public files, and the templates.
  static let resources = Bundle.module.bundlePath + "/Resources"

  var body: some Scene {
    WindowGroup { WeekView(store: plan) }
      .routes(of: plan)
      .guarded(by: .signedIn) { SignInView(store: signIn) }
  }
}
