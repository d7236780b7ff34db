import Cairn
import CairnServer
import Testing

@testable import WebDriver

struct SamplesApp: App {
  let store = Store(initialState: Samples.State()) { Samples() }

  var body: some Scene { WindowGroup { SamplesView(store: store) } }
}

struct LettersApp: App {
  let store = Store(initialState: Letters.State()) { Letters() }

  var body: some Scene { WindowGroup { LettersView(store: store) } }
}

struct CitiesApp: App {
  let store = Store(initialState: Cities.State()) { Cities() }

  var body: some Scene { WindowGroup { CitiesView(store: store) } }
}

/// The samples, served to a test and shown in a browser.
enum SamplesSite {
  static func visit(
    _ path: String = "/", _ options: Chromium.Options = Chromium.Options(),
    _ body: @Sendable (Chromium) async throws -> Void
  ) async throws {
    let server = try ServerOfTest { settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        Mount("/", SamplesApp.self)
        Mount("/letters", LettersApp.self)
        Mount("/cities", CitiesApp.self)
        Mount("/ticking", TickingApp.self)
        Mount("/places", PlacesApp.self)
        Mount("/order", OrderApp.self)
        Mount("/passwords", PasswordsApp.self)
        Mount("/own", OwnElementsApp.self)
        Mount("/names", NamesApp.self)
        Mount("/rows", RowsApp.self)
        Mount("/zones", ZonesApp.self)
      }
    }
    do {
      try await Chromium.run(options) { chromium in
        try await chromium.open("http://127.0.0.1:\(server.port)\(path)")
        try await body(chromium)
        #expect(try await chromium.complaints == [])
      }
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }
}
