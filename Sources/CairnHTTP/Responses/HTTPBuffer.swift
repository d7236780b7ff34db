#if canImport(Glibc)
  import Glibc
#endif

/// Bytes of a body in memory of their own, which is sent from where it is and freed after its last
/// use.
///
/// Unchecked: nothing writes to the memory after it was adopted.
public final class HTTPBuffer: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer
  private let block: UnsafeMutableRawPointer?

  /// Adopts a block from `malloc`, which nothing may write to or free from here on; the bytes are in
  /// a range of it.
  public init(adopting block: UnsafeMutableRawPointer?, _ range: Range<Int>) {
    self.block = block
    bytes = UnsafeRawBufferPointer(
      start: block.map { $0 + range.lowerBound }, count: range.count)
  }

  deinit {
    free(block)
  }
}
