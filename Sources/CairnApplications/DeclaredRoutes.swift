import CairnScreens
import Synchronization

/// An evaluated declaration of a state's routes.
///
/// Evaluation creates key paths, which takes longer than writing a location. Evaluated declarations are therefore
/// cached and used again by any scene, but never by two scenes at the same time.
final class DeclaredRoutes<State: Routable> {
  private let body = State.routes
  private lazy var isGuarded = State.hasGuardedRoutes

  private init() {}

  /// Calls a closure with a declaration that isn't in use elsewhere.
  static func use<Result>(_ body: (State.RoutesBody) throws -> Result) rethrows -> Result {
    let routes = SpareRoutes.take(DeclaredRoutes.self) ?? DeclaredRoutes()
    defer { SpareRoutes.add(routes) }
    return try body(routes.body)
  }

  /// Whether some of the routes have a guard.
  static var areGuarded: Bool {
    let routes = SpareRoutes.take(DeclaredRoutes.self) ?? DeclaredRoutes()
    defer { SpareRoutes.add(routes) }
    return routes.isGuarded
  }
}

/// The evaluated declarations that aren't in use.
private enum SpareRoutes {
  /// `@unchecked Sendable`: A declaration is only used by the caller that has taken it.
  private struct Spare: @unchecked Sendable {
    let routes: AnyObject
  }

  /// The maximum number of declarations for each type of state. It's the number of threads that are likely to use them
  /// at the same time.
  private static let limit = 8
  private static let spares = Mutex<[ObjectIdentifier: [Spare]]>([:])

  static func take<Routes: AnyObject>(_ type: Routes.Type) -> Routes? {
    let spare = spares.withLock { $0[ObjectIdentifier(type)]?.popLast() }
    return spare?.routes as? Routes
  }

  static func add<Routes: AnyObject>(_ routes: Routes) {
    let spare = Spare(routes: routes)
    spares.withLock { spares in
      let count = spares[ObjectIdentifier(Routes.self)]?.count ?? 0
      if count < limit { spares[ObjectIdentifier(Routes.self), default: []].append(spare) }
    }
  }
}
