public import CairnFeatures

extension Scene {
  /// Says which store's state is stored of a scene without locations, where its application makes
  /// several stores.
  ///
  /// ```swift
  /// struct ClockApp: App {
  ///   let clock = Store(initialState: Clock.State()) { Clock() }
  ///   let panel = Store(initialState: Panel.State()) { Panel() }
  ///
  ///   var body: some Scene {
  ///     WindowGroup { ClockView(clock: clock, panel: panel) }
  ///       .stored(clock)
  ///   }
  /// }
  /// ```
  /// An application that makes one store need not say it, and where there are ``locations(of:)``,
  /// those say it.
  public func stored(_ store: some SceneStore) -> some Scene {
    KeptScene(base: self, store: store)
  }
}

/// A scene of which a store's state is stored.
struct KeptScene<Base: Scene, Store: SceneStore>: Scene {
  let base: Base
  let store: Store

  var _page: ScenePage {
    var page = base._page
    if !page.isNamed { page.keep(store.rootStore) }
    return page
  }
}
