import CairnBytes
import Synchronization

/// A table of how fast requests have been, by address and by button.
///
/// A request that wasn't seen before runs on a worker, one at a time. If it's fast, it runs on the server's own threads
/// from then on, until it's late twice in a row or slow once. A slow request runs on workers, until it has been fast
/// several times in a row.
///
/// The table has a fixed size. If two requests have the same slot, they only share what's known about their speed.
final class PaceTable: Sendable {
  enum Pace: Equatable {
    case unknown
    case quick
    /// A request is running for the first time.
    case trial
    case slow
  }

  /// The speed of a request that has ended.
  enum Outcome {
    case quick
    /// The request wasn't quick, but that may be because other threads used the core.
    case late
    case slow
  }

  /// The number of consecutive quick requests until a slow slot becomes unknown again.
  private static let quickRuns: UInt8 = 8
  /// The stored values of the paces. Larger values are slow.
  private static let unknown: UInt8 = 0
  private static let quick: UInt8 = 1
  /// The pace is quick, but the last request was late.
  private static let doubted: UInt8 = 2
  private static let trial: UInt8 = 3

  private let places: InlineArray<16_384, Atomic<UInt8>> = InlineArray { _ in Atomic(0) }
  private let seed = UInt64.random(in: .min ... .max)

  /// Returns the slot of a text and a number.
  func place(_ text: String, _ number: UInt64) -> Int {
    var hash = FNV1a.hash(text, seed: seed ^ number &* 0x9e37_79b9_7f4a_7c15)
    hash ^= hash >> 32
    return Int(truncatingIfNeeded: (hash &* 0x9e37_79b9_7f4a_7c15) >> 40) & (places.count - 1)
  }

  /// Returns the slot for the continuation of a request that has waited.
  func sequel(of place: Int) -> Int { place ^ 1 }

  func pace(at place: Int) -> Pace {
    switch places[place].load(ordering: .relaxed) {
    case Self.unknown: .unknown
    case Self.quick, Self.doubted: .quick
    case Self.trial: .trial
    default: .slow
    }
  }

  /// Starts a trial. Returns `false` if the pace isn't unknown, for example because another trial has started.
  func beginTrial(at place: Int) -> Bool {
    places[place].compareExchange(
      expected: Self.unknown, desired: Self.trial, ordering: .relaxed
    ).exchanged
  }

  /// Records the outcome of a request.
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
