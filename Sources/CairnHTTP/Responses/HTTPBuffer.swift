#if canImport(Glibc)
  import Glibc
#endif

/// Bytes of a body in memory of their own, which is sent from where it is and freed after its last
/// use.
///
/// Unchecked: nothing writes to the memory after it was adopted.
public final class HTTPBuffer: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer

  /// Adopts memory from `malloc`, which nothing may write to or free from here on.
  public init(adopting memory: UnsafeMutableRawBufferPointer) {
    bytes = UnsafeRawBufferPointer(memory)
  }

  deinit {
    free(UnsafeMutableRawPointer(mutating: bytes.baseAddress))
  }
}
