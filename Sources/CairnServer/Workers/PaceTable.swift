import CairnBytes
import Synchronization

/// What is known of how long requests take: of each address, and of each button of a page.
///
/// What was never asked for is tried by a worker, one at a time. What was quick there stays on the server's
/// own threads from then on, until it is late twice in a row, or very late; what was slow goes to workers until it
/// has been quick some times.
///
/// The table has a fixed size: requests that share a place only share what is known of them.
final class PaceTable: Sendable {
  enum Pace: Equatable {
    case unknown
    case quick
    /// It is being tried at this moment.
    case trial
    case slow
  }

  /// How a request has turned out.
  enum Outcome {
    case quick
    /// It was not quick, but not by so much that others can not have had the core meanwhile.
    case late
    case slow
  }

  /// How often what was slow has to be quick before it is tried again.
  private static let quickRuns: UInt8 = 8
  /// The numbers of the paces; what is larger is slow.
  private static let unknown: UInt8 = 0
  private static let quick: UInt8 = 1
  /// It is quick, but was late the last time.
  private static let doubted: UInt8 = 2
  private static let trial: UInt8 = 3

  private let places: InlineArray<16_384, Atomic<UInt8>> = InlineArray { _ in Atomic(0) }
  private let seed = UInt64.random(in: .min ... .max)

  /// The place of what consists of a text and a number.
  func place(_ text: String, _ number: UInt64) -> Int {
    var hash = FNV1a.hash(text, seed: seed ^ number &* 0x9e37_79b9_7f4a_7c15)
    hash ^= hash >> 32
    return Int(truncatingIfNeeded: (hash &* 0x9e37_79b9_7f4a_7c15) >> 40) & (places.count - 1)
  }

  /// The place of what goes on after a request has waited for something.
  func sequel(of place: Int) -> Int { place ^ 1 }

  func pace(at place: Int) -> Pace {
    switch places[place].load(ordering: .relaxed) {
    case Self.unknown: .unknown
    case Self.quick, Self.doubted: .quick
    case Self.trial: .trial
    default: .slow
    }
  }

  /// Begins a trial; false where another has begun.
  func beginTrial(at place: Int) -> Bool {
    places[place].compareExchange(
      expected: Self.unknown, desired: Self.trial, ordering: .relaxed
    ).exchanged
  }

  /// Notes how a request has turned out.
  func note(_ outcome: Outcome, at place: Int) {
    let value = places[place].load(ordering: .relaxed)
    let next =
      switch (outcome, value) {
      case (.quick, ...Self.trial): Self.quick
      case (.quick, let slow): slow - 1 > Self.trial ? slow - 1 : Self.unknown
      case (.late, Self.quick): Self.doubted
      case (.late, Self.doubted), (.slow, Self.quick), (.slow, Self.doubted): Self.unknown
      case (.late, _), (.slow, _): Self.trial + Self.quickRuns
      }
    if next != value { places[place].store(next, ordering: .relaxed) }
  }
}
