import CairnScreens
import Synchronization

/// An evaluated declaration of a state's locations.
///
/// Evaluation creates key paths, which takes longer than writing a location. Evaluated declarations are therefore
/// cached and used again by any scene, but never by two scenes at the same time.
final class DeclaredLocations<State: Located> {
  private let body = State.locations

  private init() {}

  /// Calls a closure with a declaration that isn't in use elsewhere.
  static func use<Result>(_ body: (State.LocationsBody) throws -> Result) rethrows -> Result {
    let locations = SpareLocations.take(DeclaredLocations.self) ?? DeclaredLocations()
    defer { SpareLocations.add(locations) }
    return try body(locations.body)
  }
}

/// The evaluated declarations that aren't in use.
private enum SpareLocations {
  /// `@unchecked Sendable`: A declaration is only used by the caller that has taken it.
  private struct Spare: @unchecked Sendable {
    let locations: AnyObject
  }

  /// The maximum number of declarations for each type of state. It's the number of threads that are likely to use them
  /// at the same time.
  private static let limit = 8
  private static let spares = Mutex<[ObjectIdentifier: [Spare]]>([:])

  static func take<Locations: AnyObject>(_ type: Locations.Type) -> Locations? {
    let spare = spares.withLock { $0[ObjectIdentifier(type)]?.popLast() }
    return spare?.locations as? Locations
  }

  static func add<Locations: AnyObject>(_ locations: Locations) {
    let spare = Spare(locations: locations)
    spares.withLock { spares in
      let count = spares[ObjectIdentifier(Locations.self)]?.count ?? 0
      if count < limit { spares[ObjectIdentifier(Locations.self), default: []].append(spare) }
    }
  }
}
