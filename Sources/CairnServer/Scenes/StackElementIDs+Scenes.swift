import CairnReducers
import CairnScreens
import CairnViews

/// What is pushed is known by the number that is next in its scene. Scenes that come from one state would give the same
/// numbers to different elements, and a form that was made for one of them would find the field of another.
///
/// The distances follow from where a user is, so that what is done again has the same ids again. To be called under the
/// lock of the scene that leaps.
extension StackElementIDs {
  /// Lets a copy of a scene, and the scene that goes on from it, open a location with the same ids, which the scene itself
  /// never gives.
  /// - Parameter location: Where that scene is.
  static func leap(from location: Location) {
    current.leap(over: distance(StableHash.of(location.path)))
  }

  /// Lets a scene give no id that a form may name which it could not work on.
  static func leap(beyond location: Location, _ layers: [UInt64]) {
    current.leapAtOnce(
      over: distance(layers.reduce(StableHash.of(location.path)) { Place.mix($0, $1) }))
  }

  /// More than a scene pushes in its life, and little enough to be gone on from many thousand times.
  private static func distance(_ hash: UInt64) -> Int {
    (1 << 20) + Int(hash % (1 << 44))
  }
}
