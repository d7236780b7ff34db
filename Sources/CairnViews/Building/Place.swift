/// Calculates places, which are 64-bit hashes of positions in the view tree.
///
/// A place combines the place of the parent with a position. A position is the left or right of a pair, the branch of
/// a condition, or the ID of an element. A place depends on nothing else. A control therefore keeps its ID when other
/// rows are added or removed, in another process, and after a restart of the same program.
@usableFromInline
package enum Place {
  /// Returns the place of the view at `position` under `parent`.
  @inlinable
  package static func mix(_ parent: UInt64, _ position: UInt64) -> UInt64 {
    // Two multiplications with odd constants and two shifts are a bijection of `parent` for each position, and of
    // `position` for each parent.
    var bits = (parent ^ (position &* 0x9E37_79B9_7F4A_7C15)) &* 0xD6E8_FEB8_6659_FD93
    bits ^= bits >> 32
    bits = bits &* 0xD6E8_FEB8_6659_FD93
    bits ^= bits >> 32
    return bits
  }

  /// The place at which the content of the page's first layer begins.
  @inlinable
  package static var root: UInt64 { 0x6361_6972_6E00_0001 }
}
