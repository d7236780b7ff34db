import CairnReducers
import CairnScreens
import CairnViews

/// Keeps the IDs of stack elements different between scenes that continue from one state.
///
/// Elements are numbered in the order in which a scene pushes them. Without these methods, such scenes would give the
/// same numbers to different elements. A form for one element would then find the field of another.
///
/// The number of IDs to skip is derived from the user's location, so repeated work results in the same IDs. Call these
/// methods under the lock of the scene that skips IDs.
extension StackElementIDs {
  /// Skips IDs in a copy of a scene, and in the scene that continues from the copy.
  ///
  /// Both then open a location with the same IDs, which the original scene never uses.
  /// - Parameter location: The location of the original scene.
  static func leap(from location: Location) {
    current.leap(over: distance(StableHash.of(location.path)))
  }

  /// Skips the IDs that may be in a form that the scene couldn't process.
  static func leap(beyond location: Location, _ layers: [UInt64]) {
    current.leapAtOnce(
      over: distance(layers.reduce(StableHash.of(location.path)) { Place.mix($0, $1) }))
  }

  /// Returns the number of IDs to skip. It's more than a scene needs, and small enough to skip that many thousands of
  /// times.
  private static func distance(_ hash: UInt64) -> Int {
    (1 << 20) + Int(hash % (1 << 44))
  }
}
