public import CairnDependencies
import IssueReporting

/// A value that changes the navigation path of a scene from a view, a reducer, or an effect.
///
/// ```swift
/// navigator.go(to: DetailScreen(id: 0), on: currentScreenID)
/// navigator.replace(path: HomeScreen(), SettingsScreen())
/// ```
/// The anchor of an operation is an ID or a screen. If several screens on the path equal the anchor's screen,
/// the last one is the anchor.
///
/// Each operation returns whether it succeeded. It has no effect if the path doesn't contain the anchor, or if
/// the path would become longer than ``NavigationPath/maximumLength``.
public struct Navigator: Sendable {
  /// The screen at which an operation begins.
  public enum Anchor: Hashable, Sendable {
    /// The screen with an ID.
    case id(ScreenID)
    /// The last screen that equals a screen.
    case screen(AnyScreen)
  }

  /// An operation of a navigator.
  public enum Operation: Hashable, Sendable {
    /// Shows a screen on top of an anchor, and replaces the screens that are there.
    case go(to: AnyScreen, on: Anchor)
    /// Shows several screens on top of an anchor. Screens at the beginning that are already there stay.
    case goToPath([AnyScreen], on: Anchor)
    /// Removes all screens on top of an anchor.
    case goBack(to: Anchor)
    /// Replaces the whole path. Screens at the beginning that are in both paths stay.
    case replacePath([AnyScreen])
    /// Removes an anchor and all screens on top of it, unless the anchor is the root.
    case dismiss(Anchor)
    /// Removes all screens on top of an anchor.
    case dismissSuccessor(of: Anchor)
    /// Replaces the screen of an anchor, which keeps its position.
    case replaceContent(of: Anchor, with: AnyScreen)
    /// Selects another tab of a screen, and restores the screens that were opened in the tab.
    case select(AnyScreen, in: Anchor)
    /// Records that a screen is shown.
    case didAppear(ScreenID)
  }

  private let currentPath: @Sendable () -> NavigationPathUpdate
  private let operate: @Sendable (Operation) -> Bool

  /// Creates a custom navigator.
  ///
  /// - Parameters:
  ///   - path: Returns the path, and the path before its last change.
  ///   - perform: Performs an operation. Returns whether it succeeded.
  public init(
    path: @escaping @Sendable () -> NavigationPathUpdate,
    perform: @escaping @Sendable (Operation) -> Bool
  ) {
    currentPath = path
    operate = perform
  }

  /// Returns the path, and the path before its last change.
  public func path() -> NavigationPathUpdate { currentPath() }

  /// Performs an operation. Returns whether it succeeded.
  @discardableResult
  public func perform(_ operation: Operation) -> Bool { operate(operation) }
}

// MARK: - By ID

extension Navigator {
  /// Shows a screen on top of the screen with an ID, and replaces the screens that are there.
  @discardableResult
  public func go<S: Screen>(to screen: S, on id: ScreenID) -> Bool {
    perform(.go(to: AnyScreen(screen), on: .id(id)))
  }

  /// Shows several screens on top of the screen with an ID. Screens at the beginning that are already there
  /// stay.
  @discardableResult
  public func go(to path: [AnyScreen], on id: ScreenID) -> Bool {
    perform(.goToPath(path, on: .id(id)))
  }

  /// Shows several screens on top of the screen with an ID. Screens at the beginning that are already there
  /// stay.
  @_disfavoredOverload
  @discardableResult
  public func go(to path: [any Screen], on id: ScreenID) -> Bool {
    go(to: path.map { $0.eraseToAnyScreen() }, on: id)
  }

  /// Removes all screens on top of the screen with an ID.
  @discardableResult
  public func goBack(to id: ScreenID) -> Bool { perform(.goBack(to: .id(id))) }

  /// Removes the screen with an ID and all screens on top of it, unless it's the root.
  @discardableResult
  public func dismiss(id: ScreenID) -> Bool { perform(.dismiss(.id(id))) }

  /// Removes all screens on top of the screen with an ID.
  @discardableResult
  public func dismissSuccessor(of id: ScreenID) -> Bool {
    perform(.dismissSuccessor(of: .id(id)))
  }

  /// Replaces the screen with an ID. The new screen keeps the ID.
  @discardableResult
  public func replaceContent<S: Screen>(of id: ScreenID, with screen: S) -> Bool {
    perform(.replaceContent(of: .id(id), with: AnyScreen(screen)))
  }

  /// Selects another tab of the screen with an ID, and restores the screens that were opened in the tab.
  @discardableResult
  public func select<S: Screen>(_ tab: S, in id: ScreenID) -> Bool {
    perform(.select(AnyScreen(tab), in: .id(id)))
  }

  /// Records that the screen with an ID is shown. ``Root`` calls this method.
  @discardableResult
  public func didAppear(id: ScreenID) -> Bool { perform(.didAppear(id)) }
}

// MARK: - By screen

extension Navigator {
  /// Shows a screen on top of the last one that equals `parent`, and replaces the screens that are there.
  @discardableResult
  public func go<S: Screen, Parent: Screen>(to screen: S, on parent: Parent) -> Bool {
    perform(.go(to: AnyScreen(screen), on: .screen(AnyScreen(parent))))
  }

  /// Shows several screens on top of the last one that equals `parent`.
  ///
  /// Screens at the beginning that are already there stay.
  @discardableResult
  public func go<Parent: Screen>(to path: [AnyScreen], on parent: Parent) -> Bool {
    perform(.goToPath(path, on: .screen(AnyScreen(parent))))
  }

  /// Shows several screens on top of the last one that equals `parent`.
  ///
  /// Screens at the beginning that are already there stay.
  @_disfavoredOverload
  @discardableResult
  public func go<Parent: Screen>(to path: [any Screen], on parent: Parent) -> Bool {
    go(to: path.map { $0.eraseToAnyScreen() }, on: parent)
  }

  /// Removes all screens on top of the last one that equals `screen`.
  @discardableResult
  public func goBack<S: Screen>(to screen: S) -> Bool {
    perform(.goBack(to: .screen(AnyScreen(screen))))
  }

  /// Replaces the whole path. Screens at the beginning that are in both paths stay. An empty path has no
  /// effect.
  @discardableResult
  public func replace(path: [AnyScreen]) -> Bool { perform(.replacePath(path)) }

  /// Replaces the whole path. Screens at the beginning that are in both paths stay. An empty path has no
  /// effect.
  @discardableResult
  public func replace(path: any Screen...) -> Bool {
    replace(path: path.map { $0.eraseToAnyScreen() })
  }

  /// Replaces the whole path. Screens at the beginning that are in both paths stay. An empty path has no
  /// effect.
  @_disfavoredOverload
  @discardableResult
  public func replace(path: [any Screen]) -> Bool {
    replace(path: path.map { $0.eraseToAnyScreen() })
  }

  /// Removes the last screen that equals `screen` and all screens on top of it, unless it's the root.
  @discardableResult
  public func dismiss<S: Screen>(screen: S) -> Bool {
    perform(.dismiss(.screen(AnyScreen(screen))))
  }

  /// Removes all screens on top of the last one that equals `screen`.
  @discardableResult
  public func dismissSuccessor<S: Screen>(of screen: S) -> Bool {
    perform(.dismissSuccessor(of: .screen(AnyScreen(screen))))
  }

  /// Replaces the last screen that equals `screen`. The new screen keeps the ID.
  @discardableResult
  public func replace<Old: Screen, New: Screen>(screen: Old, with newScreen: New) -> Bool {
    perform(.replaceContent(of: .screen(AnyScreen(screen)), with: AnyScreen(newScreen)))
  }

  /// Selects another tab of the last screen that equals `screen`, and restores the screens that were opened in
  /// the tab.
  @discardableResult
  public func select<Tab: Screen, S: Screen>(_ tab: Tab, in screen: S) -> Bool {
    perform(.select(AnyScreen(tab), in: .screen(AnyScreen(screen))))
  }
}

// MARK: - Dependency

extension DependencyValues {
  /// The navigator of the scene, which belongs to the first ``/CairnScreens/Navigator/Datasource`` that the application
  /// creates.
  ///
  /// ```swift
  /// @Dependency(\.navigator) var navigator
  /// case .saved: return .run { _ in navigator.goBack(to: HomeScreen()) }
  /// ```
  /// In a test, set it to the navigator of a data source or of a ``/CairnScreens/NavigatorRecorder``.
  public var navigator: Navigator {
    get { self[NavigatorKey.self] ?? self[SceneNavigatorKey.self].navigator }
    set { self[NavigatorKey.self] = newValue }
  }

  private enum NavigatorKey: DependencyKey {
    static var liveValue: Navigator? { nil }
    static var testValue: Navigator? { .unimplemented }
  }

  /// A reference to the first data source of the scene.
  package var sceneNavigator: SceneNavigator {
    get { self[SceneNavigatorKey.self] }
    set { self[SceneNavigatorKey.self] = newValue }
  }

  private enum SceneNavigatorKey: DependencyKey {
    static var liveValue: SceneNavigator { SceneNavigator() }
    static var testValue: SceneNavigator { SceneNavigator() }
  }
}

extension Navigator {
  /// A navigator that reports an issue if it's used.
  static let unimplemented = Navigator(
    path: {
      reportIssue("The path of @Dependency(\\.navigator) was read in a test that doesn't set it.")
      return NavigationPathUpdate(previous: [], current: [])
    },
    perform: { operation in
      reportIssue(
        "@Dependency(\\.navigator) was used for \(operation) in a test that doesn't set it.")
      return false
    })

  /// A navigator without a path, which reports an issue for each operation.
  static let absent = Navigator(
    path: { NavigationPathUpdate(previous: [], current: []) },
    perform: { operation in
      reportIssue(
        """
        \(operation) has no effect, because there's no navigator. Add a 'Navigator.Datasource' property \
        to the application, and show a 'Root' with it.
        """)
      return false
    })
}
