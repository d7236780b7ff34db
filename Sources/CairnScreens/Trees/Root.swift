public import CairnViews

/// Shows the navigation path of a data source, by the path builders of a tree.
///
/// ```swift
/// WindowGroup { Root(dataSource: dataSource, pathBuilder: TrainsTree()) }
/// ```
/// In a `WindowGroup`, alone or with modifiers, it makes the path the scene's location: a `Codable` screen
/// has a URL, and a URL opens its screens. What the tree does not build is not shown, and a URL that it
/// does not allow opens the nearest screens that it does.
public struct Root: View {
  let navigation: Navigation

  /// Shows a data source's path.
  /// - Parameters:
  ///   - dataSource: Whose path it is. Make it a property of the application.
  ///   - navigator: What views and the bar's Back use; by default that of the data source. One that
  ///     tells of its operations goes here: `Navigator(dataSource: dataSource).debug()`.
  ///   - pathBuilder: What is shown for the screens of the path.
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

/// A screen that is shown, with those that stand on it.
struct ShownScreen {
  let element: IdentifiedScreen
  let built: BuiltScreen
  let parent: IdentifiedScreen?
  let navigation: Navigation
  /// What stands on it.
  let rest: ArraySlice<(element: IdentifiedScreen, built: BuiltScreen)>

  /// The screen on top of it, where there is one of a style.
  func successor(_ isOfStyle: (ScreenPresentationStyle) -> Bool) -> ShownScreen? {
    guard let next = rest.first, isOfStyle(next.built.screen.presentationStyle) else { return nil }
    return ShownScreen(
      element: next.element, built: next.built, parent: element, navigation: navigation,
      rest: rest.dropFirst())
  }
}

/// It is told apart by its id, and by what it shows: where that is replaced, its controls are others.
extension ShownScreen: PresentationIdentifiable {
  var presentationIdentity: UInt64 {
    StableHash.of("\(element.id.rawValue) \(ScreenCoding.text(of: built.screen))")
  }
}

/// Shows a screen, and presents what stands on it.
struct ScreenView: View {
  let item: ShownScreen

  var body: some View {
    let (element, built, navigation) = (item.element, item.built, item.navigation)
    content
      // The first screen may be another one: its controls are none of the one before.
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

  /// A view with what is presented on it.
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

  /// The screen on top, where it is of a style; without it, it is dismissed.
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

/// A screen with tabs: the bar, and the path of the tab that is selected.
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
