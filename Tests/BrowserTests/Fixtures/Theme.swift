import Cairn
import CairnServer
import Foundation

/// A value of the session that endpoints change. The page shows it while it listens to changes.
@Reducer
struct Theme {
  @ObservableState
  struct State: Codable, Equatable {
    @Shared(.session("theme")) var name = "light"
  }

  enum Action {}

  var body: some ReducerOf<Self> { EmptyReducer() }
}

struct ThemeView: View {
  let store: StoreOf<Theme>
  @Environment(\.timeZone) var timeZone

  var body: some View {
    VStack {
      Text("Theme: \(store.name)")
      Text("Zone: \(timeZone.identifier)")
      Link("Export", to: "export.csv").attribute("download")
    }
    .navigationTitle("Theme")
    .listening()
  }
}

struct ThemeApp: App {
  let store = Store(initialState: Theme.State()) { Theme() }

  var body: some Scene { WindowGroup { ThemeView(store: store) } }

  static var endpoints: [Endpoint] {
    Endpoint(.get, "/export.csv") { _ in
      .text("name\nlight\n", contentType: "text/csv; charset=utf-8").download(as: "Thèmes.csv")
    }
    Endpoint(.put, "/theme") { try change($0) }.withSession()
    Endpoint(.post, "/theme") { try change($0) }.withSession()
    Endpoint(.post, "/hook") { request in
      .text("Received \(String(decoding: request.body, as: UTF8.self))")
    }.acceptingOtherSites()
  }

  private static func change(_ request: EndpointRequest) throws -> EndpointResponse {
    @Shared(.session("theme")) var theme = "light"
    let name = try request.json(as: String.self)
    $theme.withLock { $0 = name }
    return .noContent
  }
}

extension View {
  /// Keeps the page's stream of changes open.
  func listening() -> some View {
    task(while: .connected) {
      try? await withoutBlockingResponse { try await Task.never() }
    }
  }
}
