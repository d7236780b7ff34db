#if canImport(Glibc)
  import Glibc
#endif

/// Bytes of a body in memory that the buffer owns. They're sent without a copy, and freed after their last use.
///
/// It's unchecked because the memory isn't written to after it was adopted.
public final class HTTPBuffer: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer
  private let block: UnsafeMutableRawPointer?
  /// The buffer that owns the memory, if this buffer is a part of it.
  private let whole: HTTPBuffer?

  /// Whether the buffer uses the memory of another buffer.
  var isPart: Bool { whole != nil }

  /// Adopts a block from `malloc`. From now on, the block must not be written to or freed by other code.
  ///
  /// - Parameters:
  ///   - block: The block of memory.
  ///   - range: The range of the block that contains the bytes.
  public init(adopting block: UnsafeMutableRawPointer?, _ range: Range<Int>) {
    self.block = block
    whole = nil
    bytes = UnsafeRawBufferPointer(
      start: block.map { $0 + range.lowerBound }, count: range.count)
  }

  /// Creates a part of another buffer, and keeps that buffer alive.
  init(_ range: Range<Int>, of whole: HTTPBuffer) {
    block = nil
    self.whole = whole
    bytes = UnsafeRawBufferPointer(rebasing: whole.bytes[range])
  }

  deinit {
    free(block)
  }
}
