import CairnApplications

/// The recent states of a scene, so that the user can continue from a page that the scene has left.
///
/// The history has the last state of each submission, and the last state of the effects between two submissions. Pages
/// are made of these states.
struct SceneHistory: Equatable {
  /// The state at a revision, and its cause.
  struct Moment: Equatable {
    let revision: UInt64
    let turn: UInt64
    let isByEffect: Bool
    let state: RememberedState
    /// The messages for users who continue from here, without the effects that were running.
    let interruptions: [String]
  }

  /// The maximum number of moments.
  static let limit = 16

  private(set) var moments: [Moment] = []

  init() {}

  /// Creates a stored history.
  init(_ moments: [Moment]) {
    self.moments = moments
  }

  mutating func note(_ moment: Moment) {
    guard let last = moments.last else { return moments.append(moment) }
    if last.turn == moment.turn, last.isByEffect == moment.isByEffect {
      moments[moments.count - 1] = moment
      return
    }
    last.state.compact()
    if moments.count == Self.limit { moments.removeFirst() }
    moments.append(moment)
  }

  /// Removes the moments before a revision.
  mutating func forget(before revision: UInt64) {
    moments.removeAll { $0.revision < revision }
  }

  /// Returns the last moment that isn't after a revision, or `nil` if it was removed.
  func moment(at revision: UInt64) -> Moment? {
    moments.last { $0.revision <= revision }
  }

  /// The state of the scene's first page, or `nil` if it was removed.
  var beginning: Moment? { moments.last { $0.turn == 0 } }

  /// Returns the moments after a revision, in their order.
  func moments(after revision: UInt64) -> ArraySlice<Moment> {
    moments.drop { $0.revision <= revision }
  }
}
