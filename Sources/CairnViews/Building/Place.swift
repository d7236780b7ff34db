/// Arithmetic of places: where a view stands in the tree, in 64 bits.
///
/// A place is its parent's mixed with a position: left or right of a pair, the branch of a
/// condition, the id of an element. It depends on nothing else, so a control keeps its id when
/// other rows come and go, in another process, and after a restart of the same program.
@usableFromInline
package enum Place {
  /// The place of what stands at `position` under `parent`.
  @inlinable
  package static func mix(_ parent: UInt64, _ position: UInt64) -> UInt64 {
    // Two multiplications with odd constants and two shifts: a bijection of `parent` for each
    // position, and of `position` for each parent.
    var bits = (parent ^ (position &* 0x9E37_79B9_7F4A_7C15)) &* 0xD6E8_FEB8_6659_FD93
    bits ^= bits >> 32
    bits = bits &* 0xD6E8_FEB8_6659_FD93
    bits ^= bits >> 32
    return bits
  }

  /// Where the content of the page's first layer begins.
  @inlinable
  package static var root: UInt64 { 0x6361_6972_6E00_0001 }
}
