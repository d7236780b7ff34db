public import CairnViews

/// A view that shows the navigation path of a data source with the views of a tree.
///
/// ```swift
/// WindowGroup { Root(dataSource: dataSource, pathBuilder: TrainsTree()) }
/// ```
/// If it's the only view of a `WindowGroup`, with or without modifiers, the path is the location of the scene.
/// Each `Codable` screen then has a URL, and the URL opens the screen. Screens that the tree doesn't build
/// aren't shown. If the tree doesn't allow a URL, the nearest screens are opened.
public struct Root: View {
  let navigation: Navigation

  /// Creates a view that shows the path of a data source.
  ///
  /// - Parameters:
  ///   - dataSource: The owner of the path. Make it a property of the application.
  ///   - navigator: The navigator for the views and for the Back button of the bar. By default, it's the
  ///     navigator of the data source. For example, pass `Navigator(dataSource: dataSource).debug()` to log its
  ///     operations.
  ///   - pathBuilder: Builds the screens of the path.
  public init<Tree: PathBuilder>(
    dataSource: Navigator.Datasource, navigator: Navigator? = nil, pathBuilder: Tree
  ) {
    navigation = Navigation(
      dataSource: dataSource, navigator: navigator ?? Navigator(dataSource: dataSource),
      tree: pathBuilder)
  }

  public var body: some View {
    if let first = navigation.shown { ScreenView(item: first) }
  }

  public static func _root(of view: Root) -> (any _SceneRoot)? { view.navigation }
}

/// A screen that's shown, with the screens on top of it.
struct ShownScreen {
  let element: IdentifiedScreen
  let built: BuiltScreen
  let parent: IdentifiedScreen?
  let navigation: Navigation
  /// The screens on top of it.
  let rest: ArraySlice<(element: IdentifiedScreen, built: BuiltScreen)>

  /// Returns the screen on top of this one if it has a matching style.
  func successor(_ isOfStyle: (ScreenPresentationStyle) -> Bool) -> ShownScreen? {
    guard let next = rest.first, isOfStyle(next.built.screen.presentationStyle) else { return nil }
    return ShownScreen(
      element: next.element, built: next.built, parent: element, navigation: navigation,
      rest: rest.dropFirst())
  }
}

/// The identity consists of the ID and the content of the screen. If the content is replaced, its controls get
/// new identities.
extension ShownScreen: PresentationIdentifiable {
  var presentationIdentity: UInt64 {
    StableHash.of("\(element.id.rawValue) \(ScreenCoding.text(of: built.screen))")
  }
}

/// A view that shows a screen, and presents the screens on top of it.
struct ScreenView: View {
  let item: ShownScreen

  var body: some View {
    let (element, built, navigation) = (item.element, item.built, item.navigation)
    content
      // The first screen can be replaced by another screen, whose controls must have different identities.
      .id(item.presentationIdentity)
      .onAppear {
        for action in built.onAppear { action(!element.hasAppeared) }
        if !element.hasAppeared { navigation.navigator.didAppear(id: element.id) }
      }
      .environment(\.navigator, navigation.navigator)
      .environment(\.currentScreenID, element.id)
      .environment(\.currentScreen, element.content)
      .environment(\.parentScreenID, item.parent?.id)
      .environment(\.parentScreen, item.parent?.content)
  }

  @ViewBuilder private var content: some View {
    if item.built.tabs.isEmpty {
      presenting(item.built.content(), item)
    } else {
      TabsView(item: item)
    }
  }

  /// Returns a view that presents the screens on top of it.
  private func presenting(_ view: AnyView, _ item: ShownScreen) -> AnyView {
    AnyView(
      view
        .navigationDestination(item: binding { $0 == .push }) { ScreenView(item: $0) }
        .fullScreenCover(item: binding { $0 == .cover }) { ScreenView(item: $0) }
        .sheet(
          item: binding {
            if case .sheet = $0 { true } else { false }
          }
        ) { ScreenView(item: $0) }
        .popover(item: binding { $0 == .popover }) { ScreenView(item: $0) })
  }

  /// Returns a binding to the screen on top if it has a matching style. Setting it to `nil` dismisses that
  /// screen.
  private func binding(
    _ isOfStyle: @escaping (ScreenPresentationStyle) -> Bool
  ) -> Binding<ShownScreen?> {
    let item = item
    return Binding(
      get: { item.successor(isOfStyle) },
      set: { shown in
        guard shown == nil, let next = item.rest.first else { return }
        item.navigation.navigator.dismiss(id: next.element.id)
      })
  }
}

/// A view of a screen with tabs, with the bar and the path of the selected tab.
private struct TabsView: View {
  let item: ShownScreen

  var body: some View {
    let tabs = item.built.tabs
    let selected = tabs.firstIndex { $0.screen == item.rest.first?.element.content } ?? 0
    let choice = Binding(
      get: { selected },
      set: { item.navigation.navigator.select(tabs[$0].screen, in: item.element.id) })
    TabView(selection: choice) {
      ForEach(tabs.indices.map { TabItem(id: $0, tab: tabs[$0]) }) { entry in
        Tab(value: entry.id) {
          NavigationStack {
            if let shown = item.successor({ _ in true }) { ScreenView(item: shown) }
          }
        } label: {
          entry.tab.label()
        }
      }
    }
  }
}

private struct TabItem: Identifiable {
  let id: Int
  let tab: BuiltTab
}
