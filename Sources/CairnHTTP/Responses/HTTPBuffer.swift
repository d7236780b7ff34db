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
  /// The buffer that has the memory, if this is a part of it.
  private let whole: HTTPBuffer?

  /// Whether the memory is there anyway, as that of the buffer that this is a part of.
  var isPart: Bool { whole != nil }

  /// Adopts a block from `malloc`, which nothing may write to or free from here on; the bytes are in
  /// a range of it.
  public init(adopting block: UnsafeMutableRawPointer?, _ range: Range<Int>) {
    self.block = block
    whole = nil
    bytes = UnsafeRawBufferPointer(
      start: block.map { $0 + range.lowerBound }, count: range.count)
  }

  /// A part of another buffer, which it keeps alive.
  init(_ range: Range<Int>, of whole: HTTPBuffer) {
    block = nil
    self.whole = whole
    bytes = UnsafeRawBufferPointer(rebasing: whole.bytes[range])
  }

  deinit {
    free(block)
  }
}
