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
  private let block: UnsafeMutableRawBufferPointer

  init(_ block: UnsafeMutableRawBufferPointer) { self.block = block }

  deinit { free(block.baseAddress) }

  /// How many bytes there are.
  public var count: Int { block.count }

  /// Lends the bytes to `body`.
  public borrowing func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try body(UnsafeRawBufferPointer(block))
  }

  /// A copy of the bytes as a string.
  public var string: String { String(decoding: UnsafeRawBufferPointer(block), as: UTF8.self) }

  /// Gives the block away: the caller frees it with `free`.
  public consuming func take() -> UnsafeMutableRawBufferPointer {
    let block = block
    discard self
    return block
  }
}
