import CairnDependencies
import CairnFeatures
import Synchronization

extension Navigator {
  /// Owns the navigation path of a scene.
  ///
  /// ```swift
  /// struct TrainsApp: App {
  ///   let dataSource = Navigator.Datasource(root: HomeScreen())
  ///   var body: some Scene {
  ///     WindowGroup { Root(dataSource: dataSource, pathBuilder: TrainsTree()) }
  ///   }
  /// }
  /// ```
  /// It may be used anywhere: what is asked of it runs under the scene's lock.
  ///
  /// `@unchecked Sendable`: the path is touched under the lock.
  public final class Datasource: @unchecked Sendable {
    /// That of the scene; a lock of its own outside of scenes.
    private let isolation: any SettlingIsolation
    /// Makes ids, where the application does.
    private let ownID: (@Sendable () -> ScreenID)?
    /// How often a screen came to a place of the path.
    private var visits: [ScreenID: Int] = [:]
    private var update: NavigationPathUpdate
    /// The screens with which the application begins.
    private var beginning: [AnyScreen]?
    /// What was shown when that was last looked at.
    private var shown: [KnownScreen] = []
    private var observers: [Int: AsyncStream<NavigationPathUpdate>.Continuation] = [:]
    private var lastObserver = 0

    /// A path of one screen.
    /// - Parameters:
    ///   - root: The first screen of all paths, until ``Navigator/replace(path:)-([AnyScreen])`` or a URL
    ///     brings another.
    ///   - screenID: Makes the ids of screens that are put on it. By default one that comes to a place
    ///     for the first time has the id that its location gives it too.
    public convenience init<S: Screen>(
      root: S, screenID: (@Sendable () -> ScreenID)? = nil
    ) {
      self.init(
        path: [IdentifiedScreen(id: .root, content: root, hasAppeared: false)],
        screenID: screenID)
    }

    /// A path of several screens.
    ///
    /// The application's own URL opens this path, as far as the tree builds it and its screens have a place
    /// in URLs.
    public convenience init(
      path: [IdentifiedScreen], screenID: (@Sendable () -> ScreenID)? = nil
    ) {
      self.init(path: NavigationPath(path), screenID: screenID)
    }

    /// A path of several screens.
    ///
    /// The application's own URL opens this path, as far as the tree builds it and its screens have a place
    /// in URLs.
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

    /// The path, and what it was before its last change.
    public var path: NavigationPathUpdate { isolation.performNow { update } }

    /// Notes that the application is made: what is on the path now is what its own URL opens.
    func noteBeginning() {
      isolation.performNow { beginning = beginning ?? update.current.map(\.content) }
    }

    /// The screens with which the application began.
    var firstScreens: [AnyScreen] { isolation.performNow { beginning ?? [] } }

    /// The changes of the path from now on. Where an operation changes nothing, nothing comes.
    ///
    /// An effect that waits for the next one has settled; see `settling(after:)`.
    public func updates() -> AsyncStream<NavigationPathUpdate> {
      let (stream, continuation) = AsyncStream<NavigationPathUpdate>.makeStream()
      isolation.performNow {
        lastObserver += 1
        let number = lastObserver
        observers[number] = continuation
        continuation.onTermination = { [weak self] _ in
          // Not at once: it may be called under the lock.
          Task { [weak self] in self?.removeObserver(number) }
        }
      }
      return stream
    }

    private func removeObserver(_ number: Int) {
      isolation.performNow { _ = observers.removeValue(forKey: number) }
    }

    /// Does what is asked for; answers whether it could be done.
    @discardableResult
    public func perform(_ operation: Operation) -> Bool {
      perform(operation, makeID: newID)
    }

    /// The same, with other ids for new screens.
    @discardableResult
    func perform(_ operation: Operation, makeID: (AnyScreen, Int) -> ScreenID) -> Bool {
      isolation.performNow {
        var path = update.current
        guard path.apply(operation, makeID: makeID) else { return false }
        change(to: path)
        return true
      }
    }

    /// The id of a screen that comes to a place of the path: another one each time.
    private func newID(of screen: AnyScreen, at index: Int) -> ScreenID {
      if let ownID { return ownID() }
      let first = Navigation.id(of: screen, at: index)
      if visits.count > 1000 { visits = [:] }
      let count = visits[first, default: update.current.contains { $0.id == first } ? 1 : 0]
      visits[first] = count + 1
      return count == 0 ? first : ScreenID()
    }

    /// Notes that a screen has tabs.
    func noteTabs(of id: ScreenID) {
      isolation.performNow {
        var path = update.current
        path.noteTabs(of: id)
        guard path != update.current else { return }
        update = NavigationPathUpdate(previous: update.previous, current: path)
      }
    }

    /// Makes the path that of a location: the same screens have the same ids whoever opens it.
    package func open(_ screens: [AnyScreen], makeID: (AnyScreen, Int) -> ScreenID) {
      isolation.performNow {
        var path = update.current
        guard path.apply(.replacePath(screens), makeID: makeID) else { return }
        change(to: path, isAction: false)
      }
    }

    /// Makes the path one that it was before.
    package func restore(_ path: NavigationPath) {
      isolation.performNow { update = NavigationPathUpdate(previous: path, current: path) }
    }

    /// Remembers what is shown; answers what was before.
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

  /// The navigator of a data source.
  public init(dataSource: Datasource) {
    self.init(path: { dataSource.path }, perform: { dataSource.perform($0) })
  }
}

/// Knows the data source that a scene's application has made first.
package final class SceneNavigator: Sendable {
  private let noted = Mutex<WeakDatasource?>(nil)

  package init() {}

  func note(_ dataSource: Navigator.Datasource) {
    noted.withLock { if $0 == nil { $0 = WeakDatasource(dataSource) } }
  }

  /// The data source; nil where the application has made none.
  package var dataSource: Navigator.Datasource? { noted.withLock { $0?.dataSource } }

  var navigator: Navigator {
    dataSource.map { Navigator(dataSource: $0) } ?? .absent
  }
}

/// `@unchecked Sendable`: the reference is never set again.
private final class WeakDatasource: @unchecked Sendable {
  private(set) weak var dataSource: Navigator.Datasource?

  init(_ dataSource: Navigator.Datasource) {
    self.dataSource = dataSource
  }
}
