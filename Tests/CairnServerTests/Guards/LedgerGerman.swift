import Cairn
import CairnServer

/// The application with a form to sign in that covers the page, in German.
struct LedgerGermanOverlayApp: App {
  static var languages: [Language] { [.german] }

  let store = Store(initialState: Ledger.State()) { Ledger() }

  var body: some Scene {
    WindowGroup {
      LedgerView(store: store)
        .guarded(by: .ledger, presentation: .overlay) { LedgerSignInView(store: store) }
    }
    .routes(of: store)
  }
}

/// The application with a guarded route, in German.
struct LedgerGermanRouteApp: App {
  static var languages: [Language] { [.german] }

  let store = Store(initialState: PublicLedger.State()) { PublicLedger() }

  var body: some Scene {
    WindowGroup { PublicLedgerView(store: store) }
      .routes(of: store) {
        LedgerSignInView(store: store.scope(state: \.ledger, action: \.ledger))
      }
  }
}

/// The application with a guarded stack, in German.
struct LedgerGermanStackApp: App {
  static var languages: [Language] { [.german] }

  let store = Store(initialState: StackLedger.State()) { StackLedger() }

  var body: some Scene {
    WindowGroup { StackLedgerView(store: store) }
      .routes(of: store) {
        LedgerSignInView(store: store.scope(state: \.ledger, action: \.ledger))
      }
  }
}
