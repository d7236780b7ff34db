import CairnApplications

/// What a scene showed lately, so that a page that it has left can still be gone on from.
///
/// Of what one submission did, and of what effects did by themselves between two submissions, the
/// last state is kept: pages are made of these.
struct SceneHistory: Equatable {
  /// The state at a revision, and who made it so.
  struct Moment: Equatable {
    let revision: UInt64
    let turn: UInt64
    let isByEffect: Bool
    let state: RememberedState
    /// What is to be said to who goes on from here, without the effects that ran.
    let interruptions: [String]
  }

  /// How many moments are kept.
  static let limit = 16

  private(set) var moments: [Moment] = []

  init() {}

  /// A history that was stored.
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

  /// Forgets what was before a revision.
  mutating func forget(before revision: UInt64) {
    moments.removeAll { $0.revision < revision }
  }

  /// The last moment that is not after a revision; nil where it is forgotten.
  func moment(at revision: UInt64) -> Moment? {
    moments.last { $0.revision <= revision }
  }

  /// What the scene's first page showed; nil where it is forgotten.
  var beginning: Moment? { moments.last { $0.turn == 0 } }

  /// The moments after a revision, in their order.
  func moments(after revision: UInt64) -> ArraySlice<Moment> {
    moments.drop { $0.revision <= revision }
  }
}
