import CairnDependencies
import CairnFeatures
import Synchronization

extension Navigator {
  /// The owner of the navigation path of a scene.
  ///
  /// ```swift
  /// struct TrainsApp: App {
  ///   let dataSource = Navigator.Datasource(root: HomeScreen())
  ///   var body: some Scene {
  ///     WindowGroup { Root(dataSource: dataSource, pathBuilder: TrainsTree()) }
  ///   }
  /// }
  /// ```
  /// You can use it on any thread. Its methods run under the lock of the scene.
  ///
  /// `@unchecked Sendable`: The path is only accessed under the lock.
  public final class Datasource: @unchecked Sendable {
    /// The isolation of the scene, or a separate lock outside of scenes.
    private let isolation: any SettlingIsolation
    /// Creates IDs, if the application provides them.
    private let ownID: (@Sendable () -> ScreenID)?
    /// The number of times that a screen was added at a position of the path.
    private var visits: [ScreenID: Int] = [:]
    private var update: NavigationPathUpdate
    /// The initial screens of the application.
    private var beginning: [AnyScreen]?
    /// The screens that were shown when they were last checked.
    private var shown: [KnownScreen] = []
    private var observers: [Int: AsyncStream<NavigationPathUpdate>.Continuation] = [:]
    private var lastObserver = 0

    /// Creates a path of one screen.
    ///
    /// - Parameters:
    ///   - root: The first screen of all paths, unless ``Navigator/replace(path:)-([AnyScreen])`` or a URL
    ///     replaces it.
    ///   - screenID: Returns the ID of a new screen. By default, a screen that's added at a position for the
    ///     first time has the same ID as if a location had opened it.
    public convenience init<S: Screen>(
      root: S, screenID: (@Sendable () -> ScreenID)? = nil
    ) {
      self.init(
        path: [IdentifiedScreen(id: .root, content: root, hasAppeared: false)],
        screenID: screenID)
    }

    /// Creates a path of several screens.
    ///
    /// The application's own URL opens this path. The path ends before a screen that the tree doesn't build or
    /// that can't be in a URL.
    ///
    /// - Parameters:
    ///   - path: The screens.
    ///   - screenID: Returns the ID of a new screen.
    public convenience init(
      path: [IdentifiedScreen], screenID: (@Sendable () -> ScreenID)? = nil
    ) {
      self.init(path: NavigationPath(path), screenID: screenID)
    }

    /// Creates a path of several screens.
    ///
    /// The application's own URL opens this path. The path ends before a screen that the tree doesn't build or
    /// that can't be in a URL.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - screenID: Returns the ID of a new screen.
    public init(
      path: NavigationPath, screenID: (@Sendable () -> ScreenID)? = nil
    ) {
      isolation = StoreIsolationContext.current as? any SettlingIsolation ?? OwnLock()
      ownID = screenID
      update = NavigationPathUpdate(previous: [], current: path)
      DependencyValues._current.sceneNavigator.note(self)
    }

    deinit {
      for observer in observers.values { observer.finish() }
    }

    /// The path, and the path before its last change.
    public var path: NavigationPathUpdate { isolation.performNow { update } }

    /// Records that the application has been created. Its own URL opens the current path.
    func noteBeginning() {
      isolation.performNow { beginning = beginning ?? update.current.map(\.content) }
    }

    /// The initial screens of the application.
    var firstScreens: [AnyScreen] { isolation.performNow { beginning ?? [] } }

    /// Returns a stream of the changes of the path from now on. Operations that don't change the path aren't
    /// included.
    ///
    /// If an effect waits for changes, use `ignoredForResponse()` so that responses don't wait for the effect.
    public func updates() -> AsyncStream<NavigationPathUpdate> {
      let (stream, continuation) = AsyncStream<NavigationPathUpdate>.makeStream()
      isolation.performNow {
        lastObserver += 1
        let number = lastObserver
        observers[number] = continuation
        continuation.onTermination = { [weak self] _ in
          // This closure can be called under the lock, so the observer can't be removed immediately.
          Task { [weak self] in self?.removeObserver(number) }
        }
      }
      return stream
    }

    private func removeObserver(_ number: Int) {
      isolation.performNow { _ = observers.removeValue(forKey: number) }
    }

    /// Performs an operation. Returns whether it succeeded.
    @discardableResult
    public func perform(_ operation: Operation) -> Bool {
      perform(operation, makeID: newID)
    }

    /// Performs an operation with custom IDs for new screens. Returns whether it succeeded.
    @discardableResult
    func perform(_ operation: Operation, makeID: (AnyScreen, Int) -> ScreenID) -> Bool {
      isolation.performNow {
        var path = update.current
        guard path.apply(operation, makeID: makeID) else { return false }
        change(to: path)
        return true
      }
    }

    /// Returns a new ID for a screen at a position of the path.
    ///
    /// When a screen is added at a position for the first time, it gets the ID that its location would give it.
    private func newID(of screen: AnyScreen, at index: Int) -> ScreenID {
      if let ownID { return ownID() }
      let first = Navigation.id(of: screen, at: index)
      if visits.count > 1000 { visits = [:] }
      let count = visits[first, default: update.current.contains { $0.id == first } ? 1 : 0]
      visits[first] = count + 1
      return count == 0 ? first : ScreenID()
    }

    /// Records that a screen has tabs.
    func noteTabs(of id: ScreenID) {
      isolation.performNow {
        var path = update.current
        path.noteTabs(of: id)
        guard path != update.current else { return }
        update = NavigationPathUpdate(previous: update.previous, current: path)
      }
    }

    /// Changes the path to the screens of a location. A screen gets the same ID each time that the location is
    /// opened.
    package func open(_ screens: [AnyScreen], makeID: (AnyScreen, Int) -> ScreenID) {
      isolation.performNow {
        var path = update.current
        guard path.apply(.replacePath(screens), makeID: makeID) else { return }
        change(to: path, isAction: false)
      }
    }

    /// Restores an earlier path.
    package func restore(_ path: NavigationPath) {
      isolation.performNow { update = NavigationPathUpdate(previous: path, current: path) }
    }

    /// Records the screens that are shown, and returns the ones recorded before.
    func exchangeShown(_ shown: [KnownScreen]) -> [KnownScreen] {
      isolation.performNow {
        defer { self.shown = shown }
        return self.shown
      }
    }

    private func change(to path: NavigationPath, isAction: Bool = true) {
      guard path != update.current else { return }
      update = NavigationPathUpdate(previous: update.current, current: path)
      for observer in observers.values { observer.yield(update) }
      if isAction { isolation.actionProcessed() }
    }
  }

  /// Creates the navigator of a data source.
  public init(dataSource: Datasource) {
    self.init(path: { dataSource.path }, perform: { dataSource.perform($0) })
  }
}

/// A reference to the first data source that the application of a scene creates.
package final class SceneNavigator: Sendable {
  private let noted = Mutex<WeakDatasource?>(nil)

  package init() {}

  func note(_ dataSource: Navigator.Datasource) {
    noted.withLock { if $0 == nil { $0 = WeakDatasource(dataSource) } }
  }

  /// The data source, or `nil` if the application hasn't created one.
  package var dataSource: Navigator.Datasource? { noted.withLock { $0?.dataSource } }

  var navigator: Navigator {
    dataSource.map { Navigator(dataSource: $0) } ?? .absent
  }
}

/// `@unchecked Sendable`: The reference is only set in the initializer.
private final class WeakDatasource: @unchecked Sendable {
  private(set) weak var dataSource: Navigator.Datasource?

  init(_ dataSource: Navigator.Datasource) {
    self.dataSource = dataSource
  }
}
