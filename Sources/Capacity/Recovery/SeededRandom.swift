import Foundation

/// Random numbers that depend only on a seed (SplitMix64).
package struct SeededRandom: Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// Returns a number from 0 up to, but not including, 1.
  package mutating func unit() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return Double(bits >> 11) * 0x1p-53
  }

  /// Returns an exponentially distributed number.
  package mutating func exponential(mean: Double) -> Double { -mean * log(1 - unit()) }

  /// Returns a number in a range.
  mutating func number(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * unit()
  }
}
