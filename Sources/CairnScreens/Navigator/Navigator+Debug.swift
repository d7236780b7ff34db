import Logging
import Synchronization

extension Navigator {
  /// Returns a navigator that logs each operation and the resulting path.
  ///
  /// - Parameters:
  ///   - log: Takes a line for each operation. By default, the line is written to the log `cairn.navigator`.
  ///   - dumpPath: Takes the path after each operation. By default, it's written to the same log, with one line
  ///     per screen.
  public func debug(
    log: @escaping @Sendable (String) -> Void = { Navigator.log($0) },
    dumpPath: @escaping @Sendable (NavigationPathUpdate) -> Void = { Navigator.dumpPath($0) }
  ) -> Navigator {
    Navigator(
      path: { path() },
      perform: { operation in
        let isDone = perform(operation)
        log("Sent \(operation)\(isDone ? "" : ", which had no effect").")
        dumpPath(path())
        return isDone
      })
  }

  /// Writes a line to the log `cairn.navigator`.
  public static func log(_ line: String) { logger.debug("\(line)") }

  /// Writes a path to the log `cairn.navigator`, with one line per screen.
  public static func dumpPath(_ update: NavigationPathUpdate) {
    for screen in update.current { logger.debug("  \(screen.content)") }
  }

  private static let logger: Logger = {
    var logger = Logger(label: "cairn.navigator")
    logger.logLevel = .debug
    return logger
  }()
}

extension Navigator.Operation: CustomStringConvertible {
  public var description: String {
    switch self {
    case .go(let screen, let anchor): "go(to: \(screen), on: \(anchor))"
    case .goToPath(let path, let anchor): "go(to: \(path), on: \(anchor))"
    case .goBack(let anchor): "goBack(to: \(anchor))"
    case .replacePath(let path): "replace(path: \(path))"
    case .dismiss(let anchor): "dismiss(\(anchor))"
    case .dismissSuccessor(let anchor): "dismissSuccessor(of: \(anchor))"
    case .replaceContent(let anchor, let screen): "replaceContent(of: \(anchor), with: \(screen))"
    case .select(let tab, let anchor): "select(\(tab), in: \(anchor))"
    case .didAppear(let id): "didAppear(id: \(id.rawValue))"
    }
  }
}

extension Navigator.Anchor: CustomStringConvertible {
  public var description: String {
    switch self {
    case .id(let id): id == .root ? "root" : "\(id.rawValue)"
    case .screen(let screen): "\(screen)"
    }
  }
}

/// A recorder for the operations of a navigator in tests.
///
/// ```swift
/// let recorder = NavigatorRecorder()
/// withEnvironment {
///   $0.navigator = recorder.navigator
///   $0.currentScreenID = .root
/// } operation: {
///   HomeView().goToDetail()
/// }
/// #expect(recorder.operations == [.go(to: AnyScreen(DetailScreen(id: 0)), on: .id(.root))])
/// ```
public final class NavigatorRecorder: Sendable {
  private let recorded = Mutex<[Navigator.Operation]>([])
  private let base: Navigator?

  /// Creates a recorder.
  ///
  /// - Parameter navigator: Performs the operations. Without a navigator, each operation succeeds, but has no
  ///   effect.
  public init(_ navigator: Navigator? = nil) {
    base = navigator
  }

  /// The recorded operations, in order.
  public var operations: [Navigator.Operation] { recorded.withLock { $0 } }

  /// The navigator whose operations are recorded.
  public var navigator: Navigator {
    Navigator(
      path: { [base] in base?.path() ?? NavigationPathUpdate(previous: [], current: []) },
      perform: { [self] operation in
        recorded.withLock { $0.append(operation) }
        return base?.perform(operation) ?? true
      })
  }
}
