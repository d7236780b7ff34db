import CairnApplications
import CairnFeatures

/// The recent states of a scene, so that the user can continue from a page that the scene has left.
///
/// The history has the last state of each submission, and the last state of the effects between two submissions. Pages
/// are made of these states.
struct SceneHistory: Equatable {
  /// The state at a revision, and its cause.
  struct Checkpoint: Equatable {
    let revision: UInt64
    let turn: UInt64
    let isByEffect: Bool
    fileprivate(set) var state: RememberedState
    /// The messages for users who continue from here, without the effects that were running.
    var interruptions: [String]
    /// The actions that report to a copy of the scene that its effects were interrupted.
    var resumptions: [EffectResumption] = []
  }

  /// The maximum number of checkpoints.
  static let limit = 16

  private(set) var checkpoints: [Checkpoint] = []

  init() {}

  /// Creates a stored history.
  init(_ checkpoints: [Checkpoint]) {
    self.checkpoints = checkpoints
  }

  mutating func note(_ checkpoint: Checkpoint) {
    guard let last = checkpoints.last else { return checkpoints.append(checkpoint) }
    if last.turn == checkpoint.turn, last.isByEffect == checkpoint.isByEffect {
      checkpoints[checkpoints.count - 1] = checkpoint
      return
    }
    last.state.compact()
    if checkpoints.count == Self.limit { checkpoints.removeFirst() }
    checkpoints.append(checkpoint)
  }

  /// Replaces the messages and actions of the last checkpoint if it's of a revision. An effect that ends without changing
  /// the state has done its work for everyone who continues from there.
  mutating func setInterruptions(
    _ interruptions: [String], _ resumptions: [EffectResumption] = [], at revision: UInt64
  ) {
    guard let last = checkpoints.last, last.revision == revision else { return }
    checkpoints[checkpoints.count - 1].interruptions = interruptions
    checkpoints[checkpoints.count - 1].resumptions = resumptions
  }

  /// Replaces the state of the last checkpoint if it's of a revision.
  mutating func replaceState(at revision: UInt64, by state: RememberedState) {
    guard let last = checkpoints.last, last.revision == revision else { return }
    checkpoints[checkpoints.count - 1].state = state
  }

  /// Removes the checkpoints before a revision.
  mutating func forget(before revision: UInt64) {
    checkpoints.removeAll { $0.revision < revision }
  }

  /// Returns the last checkpoint that isn't after a revision, or `nil` if it was removed.
  func checkpoint(at revision: UInt64) -> Checkpoint? {
    checkpoints.last { $0.revision <= revision }
  }

  /// The state of the scene's first page, or `nil` if it was removed.
  var beginning: Checkpoint? { checkpoints.last { $0.turn == 0 } }

  /// Returns the checkpoints after a revision, in their order.
  func checkpoints(after revision: UInt64) -> ArraySlice<Checkpoint> {
    checkpoints.drop { $0.revision <= revision }
  }
}
