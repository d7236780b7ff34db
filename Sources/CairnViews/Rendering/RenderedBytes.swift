#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The bytes of a page, in one block from `malloc` with a single owner.
///
/// The block is freed with this value, unless ``take()`` transfers its ownership.
public struct RenderedBytes: ~Copyable, @unchecked Sendable {
  // The block is safe to send, because it has one owner, can't be copied, and isn't changed anymore.
  private let block: UnsafeMutableRawPointer?
  /// The location of the bytes in the block.
  private let range: Range<Int>

  init(block: UnsafeMutableRawPointer?, _ range: Range<Int>) {
    self.block = block
    self.range = range
  }

  deinit { free(block) }

  /// The number of bytes.
  public var count: Int { range.count }

  private var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: block.map { $0 + range.lowerBound }, count: range.count)
  }

  /// Calls `body` with the bytes, which are valid only during the call.
  public borrowing func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try body(bytes)
  }

  /// A copy of the bytes as a string.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Transfers the ownership of the block to the caller, which must free it with `free`.
  /// - Returns: The block, and the range of the bytes in it.
  public consuming func take() -> (block: UnsafeMutableRawPointer?, range: Range<Int>) {
    let taken = (block, range)
    discard self
    return taken
  }
}
