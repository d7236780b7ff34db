import CairnScreens
import Synchronization

/// A state's evaluated declaration of its locations.
///
/// An evaluation makes key paths, which takes longer than to write a location. So evaluated declarations are kept and used
/// again, one after another by any scene, but never by two scenes at once.
final class DeclaredLocations<State: Located> {
  private let body = State.locations

  private init() {}

  /// Calls a closure with the declaration.
  static func use<Result>(_ body: (State.LocationsBody) throws -> Result) rethrows -> Result {
    let locations = SpareLocations.take(DeclaredLocations.self) ?? DeclaredLocations()
    defer { SpareLocations.add(locations) }
    return try body(locations.body)
  }
}

/// The evaluated declarations that are not in use.
private enum SpareLocations {
  /// `@unchecked Sendable`: only the one that has taken it uses it.
  private struct Spare: @unchecked Sendable {
    let locations: AnyObject
  }

  /// The maximum number for each type of state: as many as threads are likely to use at once.
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
