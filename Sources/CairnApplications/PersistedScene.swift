public import CairnFeatures

extension Scene {
  /// Chooses the store whose state is stored with each scene.
  ///
  /// Use this if the scene has no routes, and the application creates several stores.
  ///
  /// ```swift
  /// struct ClockApp: App {
  ///   let clock = Store(initialState: Clock.State()) { Clock() }
  ///   let panel = Store(initialState: Panel.State()) { Panel() }
  ///
  ///   var body: some Scene {
  ///     WindowGroup { ClockView(clock: clock, panel: panel) }
  ///       .persistedStore(clock)
  ///   }
  /// }
  /// ```
  ///
  /// An application with one store doesn't need this modifier. With ``routes(of:)``, this modifier has no effect.
  /// - Parameter store: The store of the application. Other stores aren't stored.
  public func persistedStore(_ store: some SceneStore) -> some Scene {
    PersistedScene(base: self, store: store)
  }
}

/// A scene that stores the state of one store.
struct PersistedScene<Base: Scene, Store: SceneStore>: Scene {
  let base: Base
  let store: Store

  var _page: ScenePage {
    var page = base._page
    if !page.isNamed { page.keep(store.rootStore) }
    return page
  }
}
