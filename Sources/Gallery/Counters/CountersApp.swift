import CairnModels
import CairnServer

/// The counters sample, whose features are models.
struct CountersApp: App {
  let store = Store<CountersModel>(initialState: .init())

  var body: some Scene {
    WindowGroup { CountersView(model: store.model).backLink("Gallery", to: "/") }
      .routes(of: store)
  }
}
