import CairnScreens
import Synchronization

/// A state's declaration of its locations, for one scene.
///
/// An evaluation of the declaration makes key paths, which takes longer than to write a location. So a scene that ends leaves
/// what it has used to one that is made later. No two scenes use the same at once.
final class DeclaredLocations<State: Located> {
  let body: State.LocationsBody

  init() { body = SpareLocations.take(State.self) ?? State.locations }

  deinit { SpareLocations.add(body, of: State.self) }
}

/// The evaluated declarations that no scene uses.
private enum SpareLocations {
  /// `@unchecked Sendable`: only the scene that has taken it uses it, under its lock.
  private struct Spare: @unchecked Sendable {
    let body: Any
  }

  /// The maximum number for each type of state. Scenes that are made for one page follow each other closely.
  private static let limit = 8
  private static let spares = Mutex<[ObjectIdentifier: [Spare]]>([:])

  static func take<State: Located>(_ state: State.Type) -> State.LocationsBody? {
    let spare = spares.withLock { $0[ObjectIdentifier(state)]?.popLast() }
    return spare?.body as? State.LocationsBody
  }

  static func add<State: Located>(_ body: State.LocationsBody, of state: State.Type) {
    let spare = Spare(body: body)
    spares.withLock { spares in
      let count = spares[ObjectIdentifier(state)]?.count ?? 0
      if count < limit { spares[ObjectIdentifier(state), default: []].append(spare) }
    }
  }
}
