import CairnDependencies
public import CairnReducers
public import CairnScreens
public import CairnViews

/// What a scene of an application shows. You make one with ``WindowGroup``.
public protocol Scene: SendableMetatype {
  /// The page of the scene.
  var _page: ScenePage { get }
}

/// A scene that shows a view.
public struct WindowGroup<Content: View>: Scene {
  private let content: () -> Content

  /// A scene with a view, which is evaluated for each page.
  public init(@ViewBuilder content: @escaping () -> Content) {
    self.content = content
  }

  public var _page: ScenePage {
    let content = content
    return ScenePage(
      render: { renderPage(content(), $0) },
      collect: { CairnViews.collect(content(), wanted: $0) })
  }
}

extension Scene {
  /// Gives the scene the locations of a store's state: pages have a URL, and URLs open pages.
  public func locations<State: Located, Action>(of store: Store<State, Action>) -> some Scene {
    LocatedScene(base: self, store: store)
  }
}

/// A scene with the locations of a store.
struct LocatedScene<Base: Scene, State: Located, Action>: Scene {
  let base: Base
  let store: Store<State, Action>

  var _page: ScenePage {
    var page = base._page
    let store = store
    // Once for a scene: each request asks for them.
    let locations = State.locations
    page.location = { store.state.location(in: locations) }
    page.open = { location in
      var state = store.state
      let opened = state.open(location, in: locations)
      store.core.replaceState(state)
      return opened
    }
    page.hasLocations = true
    page.snapshot = { store.state }
    page.coder = StateCoder(State.self)
    page.setActionKey = { store.core.setActionKey($0) }
    page.interruptions = { store.core.interruptions }
    page.cancelEffects = { store.core.cancelAll() }
    page.restore = { snapshot in
      guard let state = snapshot as? State else { return }
      store.core.replaceState(state)
    }
    return page
  }
}

/// What the server does with a scene: draw it, find its handlers, read and open its location.
///
/// Everything in it is used under the lock of the scene that it belongs to.
public struct ScenePage {
  let render: (PageContext) -> RenderedPage
  let collect: (Set<UInt64>) -> Collected
  /// Where the scene is, relative to where the application is mounted.
  var location: () -> Location = { Location() }
  /// Whether it has any location but that of the application.
  var hasLocations = false
  /// Opens a location on the scene's state.
  var open: (Location) -> OpenedLocation = {
    OpenedLocation(opened: [], missing: $0.segments, isGone: false)
  }
  /// The scene's state as a value; nil where it has none that is known.
  var snapshot: () -> Any? = { nil }
  /// How the state is stored; nil where it is not `Codable`.
  var coder: StateCoder?
  /// Makes a snapshot of the same application the state.
  var restore: (Any) -> Void = { _ in }
  /// Gives the next actions a key; see `DependencyValues.idempotencyKey`.
  var setActionKey: (IdempotencyKey?) -> Void = { _ in }
  /// What users are told where the effects that run are cut off.
  var interruptions: () -> [String] = { [] }
  var cancelEffects: () -> Void = {}

  init(
    render: @escaping (PageContext) -> RenderedPage,
    collect: @escaping (Set<UInt64>) -> Collected
  ) {
    self.render = render
    self.collect = collect
  }
}
