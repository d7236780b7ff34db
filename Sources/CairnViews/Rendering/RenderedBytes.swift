#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The bytes of a page, in one block of `malloc` that has one owner.
///
/// It is freed with this value, unless ``take()`` gives it to somebody who frees it.
public struct RenderedBytes: ~Copyable, @unchecked Sendable {
  // Sendable: the block has one owner, which can not be copied, and no one changes it any more.
  private let block: UnsafeMutableRawPointer?
  /// Where in the block they are.
  private let range: Range<Int>

  init(block: UnsafeMutableRawPointer?, _ range: Range<Int>) {
    self.block = block
    self.range = range
  }

  deinit { free(block) }

  /// How many bytes there are.
  public var count: Int { range.count }

  private var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: block.map { $0 + range.lowerBound }, count: range.count)
  }

  /// Lends the bytes to `body`.
  public borrowing func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try body(bytes)
  }

  /// A copy of the bytes as a string.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Gives the block away: the caller frees it with `free`. The bytes are in a range of it.
  public consuming func take() -> (block: UnsafeMutableRawPointer?, range: Range<Int>) {
    let taken = (block, range)
    discard self
    return taken
  }
}
