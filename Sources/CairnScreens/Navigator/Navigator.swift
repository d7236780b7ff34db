public import CairnDependencies
import IssueReporting

/// Changes the navigation path of a scene, from wherever one is: a view, a reducer, an effect.
///
/// ```swift
/// navigator.go(to: DetailScreen(id: 0), on: currentScreenID)
/// navigator.replace(path: HomeScreen(), SettingsScreen())
/// ```
/// Each operation names its anchor by an id, of which there is one, or by a screen, of which the last
/// that is equal counts. It answers whether it could be done: without its anchor, or where the path would
/// become longer than ``NavigationPath/maximumLength``, nothing happens.
public struct Navigator: Sendable {
  /// The screen that an operation begins at.
  public enum Anchor: Hashable, Sendable {
    case id(ScreenID)
    case screen(AnyScreen)
  }

  /// What a navigator is asked for.
  public enum Operation: Hashable, Sendable {
    /// Put a screen on an anchor, in the place of what is there.
    case go(to: AnyScreen, on: Anchor)
    /// Put several screens on an anchor; those that are there already, from the anchor on, stay.
    case goToPath([AnyScreen], on: Anchor)
    /// Take away what is on an anchor.
    case goBack(to: Anchor)
    /// Make the path another one; the common beginning stays.
    case replacePath([AnyScreen])
    /// Take away an anchor, unless it is the root, with what is on it.
    case dismiss(Anchor)
    /// Take away what is on an anchor.
    case dismissSuccessor(of: Anchor)
    /// Make an anchor another screen, that stands in the same place.
    case replaceContent(of: Anchor, with: AnyScreen)
    /// Show another tab of a screen, with what was opened in it before.
    case select(AnyScreen, in: Anchor)
    /// Note that a screen is shown.
    case didAppear(ScreenID)
  }

  private let currentPath: @Sendable () -> NavigationPathUpdate
  private let operate: @Sendable (Operation) -> Bool

  /// A navigator of your own.
  /// - Parameters:
  ///   - path: The path, and what it was before its last change.
  ///   - perform: Does what is asked for; answers whether it could be done.
  public init(
    path: @escaping @Sendable () -> NavigationPathUpdate,
    perform: @escaping @Sendable (Operation) -> Bool
  ) {
    currentPath = path
    operate = perform
  }

  /// The path, and what it was before its last change.
  public func path() -> NavigationPathUpdate { currentPath() }

  /// Does what is asked for; answers whether it could be done.
  @discardableResult
  public func perform(_ operation: Operation) -> Bool { operate(operation) }
}

// MARK: - By id

extension Navigator {
  /// Puts a screen on the one with an id, in the place of what is there.
  @discardableResult
  public func go<S: Screen>(to screen: S, on id: ScreenID) -> Bool {
    perform(.go(to: AnyScreen(screen), on: .id(id)))
  }

  /// Puts several screens on the one with an id; those that are there already stay.
  @discardableResult
  public func go(to path: [AnyScreen], on id: ScreenID) -> Bool {
    perform(.goToPath(path, on: .id(id)))
  }

  /// Puts several screens on the one with an id; those that are there already stay.
  @_disfavoredOverload
  @discardableResult
  public func go(to path: [any Screen], on id: ScreenID) -> Bool {
    go(to: path.map { $0.eraseToAnyScreen() }, on: id)
  }

  /// Takes away what is on the screen with an id.
  @discardableResult
  public func goBack(to id: ScreenID) -> Bool { perform(.goBack(to: .id(id))) }

  /// Takes away the screen with an id, unless it is the root, with what is on it.
  @discardableResult
  public func dismiss(id: ScreenID) -> Bool { perform(.dismiss(.id(id))) }

  /// Takes away what is on the screen with an id.
  @discardableResult
  public func dismissSuccessor(of id: ScreenID) -> Bool {
    perform(.dismissSuccessor(of: .id(id)))
  }

  /// Shows another screen in the place of the one with an id; it keeps the id.
  @discardableResult
  public func replaceContent<S: Screen>(of id: ScreenID, with screen: S) -> Bool {
    perform(.replaceContent(of: .id(id), with: AnyScreen(screen)))
  }

  /// Shows another tab of the screen with an id, with what was opened in it before.
  @discardableResult
  public func select<S: Screen>(_ tab: S, in id: ScreenID) -> Bool {
    perform(.select(AnyScreen(tab), in: .id(id)))
  }

  /// Notes that the screen with an id is shown. ``Root`` does it.
  @discardableResult
  public func didAppear(id: ScreenID) -> Bool { perform(.didAppear(id)) }
}

// MARK: - By screen

extension Navigator {
  /// Puts a screen on the last one that equals `parent`, in the place of what is there.
  @discardableResult
  public func go<S: Screen, Parent: Screen>(to screen: S, on parent: Parent) -> Bool {
    perform(.go(to: AnyScreen(screen), on: .screen(AnyScreen(parent))))
  }

  /// Puts several screens on the last one that equals `parent`; those that are there already stay.
  @discardableResult
  public func go<Parent: Screen>(to path: [AnyScreen], on parent: Parent) -> Bool {
    perform(.goToPath(path, on: .screen(AnyScreen(parent))))
  }

  /// Puts several screens on the last one that equals `parent`; those that are there already stay.
  @_disfavoredOverload
  @discardableResult
  public func go<Parent: Screen>(to path: [any Screen], on parent: Parent) -> Bool {
    go(to: path.map { $0.eraseToAnyScreen() }, on: parent)
  }

  /// Takes away what is on the last screen that equals `screen`.
  @discardableResult
  public func goBack<S: Screen>(to screen: S) -> Bool {
    perform(.goBack(to: .screen(AnyScreen(screen))))
  }

  /// Makes the path another one; the common beginning stays. Nothing happens for an empty one.
  @discardableResult
  public func replace(path: [AnyScreen]) -> Bool { perform(.replacePath(path)) }

  /// Makes the path another one; the common beginning stays.
  @discardableResult
  public func replace(path: any Screen...) -> Bool {
    replace(path: path.map { $0.eraseToAnyScreen() })
  }

  /// Makes the path another one; the common beginning stays. Nothing happens for an empty one.
  @_disfavoredOverload
  @discardableResult
  public func replace(path: [any Screen]) -> Bool {
    replace(path: path.map { $0.eraseToAnyScreen() })
  }

  /// Takes away the last screen that equals `screen`, unless it is the root, with what is on it.
  @discardableResult
  public func dismiss<S: Screen>(screen: S) -> Bool {
    perform(.dismiss(.screen(AnyScreen(screen))))
  }

  /// Takes away what is on the last screen that equals `screen`.
  @discardableResult
  public func dismissSuccessor<S: Screen>(of screen: S) -> Bool {
    perform(.dismissSuccessor(of: .screen(AnyScreen(screen))))
  }

  /// Shows another screen in the place of the last one that equals `screen`; it keeps the id.
  @discardableResult
  public func replace<Old: Screen, New: Screen>(screen: Old, with newScreen: New) -> Bool {
    perform(.replaceContent(of: .screen(AnyScreen(screen)), with: AnyScreen(newScreen)))
  }

  /// Shows another tab of the last screen that equals `screen`, with what was opened in it before.
  @discardableResult
  public func select<Tab: Screen, S: Screen>(_ tab: Tab, in screen: S) -> Bool {
    perform(.select(AnyScreen(tab), in: .screen(AnyScreen(screen))))
  }
}

// MARK: - The scene's

extension DependencyValues {
  /// The navigator of the scene: that of the first ``Navigator/Datasource`` that its application makes.
  ///
  /// ```swift
  /// @Dependency(\.navigator) var navigator
  /// case .saved: return .run { _ in navigator.goBack(to: HomeScreen()) }
  /// ```
  /// In a test it has to be set, to that of a data source or of a ``NavigatorRecorder``.
  public var navigator: Navigator {
    get { self[NavigatorKey.self] ?? self[SceneNavigatorKey.self].navigator }
    set { self[NavigatorKey.self] = newValue }
  }

  private enum NavigatorKey: DependencyKey {
    static var liveValue: Navigator? { nil }
    static var testValue: Navigator? { .unimplemented }
  }

  /// Where the first data source of a scene is noted.
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
  /// One of which nothing may be asked.
  static let unimplemented = Navigator(
    path: {
      reportIssue("The path of @Dependency(\\.navigator) was read in a test that does not set it.")
      return NavigationPathUpdate(previous: [], current: [])
    },
    perform: { operation in
      reportIssue(
        "@Dependency(\\.navigator) was asked for \(operation) in a test that does not set it.")
      return false
    })

  /// One that has no path.
  static let absent = Navigator(
    path: { NavigationPathUpdate(previous: [], current: []) },
    perform: { operation in
      reportIssue(
        """
        A navigator was asked for \(operation) where there is none: make a 'Navigator.Datasource' as a \
        property of the application, and show a 'Root' with it.
        """)
      return false
    })
}
