import CZlib

#if canImport(Glibc)
  import Glibc
#endif

/// A compressor that reuses one zlib stream per coding. Creating a stream takes longer than compressing a page.
///
/// It isn't Sendable, so each thread has its own.
final class Compressor {
  private let level: Int32
  private var gzip: UnsafeMutablePointer<z_stream>?
  private var deflate: UnsafeMutablePointer<z_stream>?

  /// Creates a compressor.
  ///
  /// - Parameter level: The compression level, from 1 (fastest) to 9 (smallest).
  init(level: Int32) {
    self.level = level
  }

  deinit {
    for stream in [gzip, deflate] {
      guard let stream else { continue }
      deflateEnd(stream)
      stream.deallocate()
    }
  }

  /// Compresses bytes.
  ///
  /// - Returns: The compressed bytes in memory from `malloc`, which the caller must free. `nil` if there isn't
  ///   enough memory, or if the input is empty or larger than 2 GiB.
  func compress(
    _ bytes: UnsafeRawBufferPointer, coding: ContentCoding
  ) -> UnsafeMutableRawBufferPointer? {
    guard let stream = stream(coding), let start = bytes.baseAddress,
      bytes.count <= Int(UInt32.max) / 2
    else { return nil }
    let bound = Int(deflateBound(stream, UInt(bytes.count)))
    guard let memory = malloc(bound) else { return nil }
    // zlib only reads its input, although its C type doesn't express that.
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: start.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = UInt32(bytes.count)
    stream.pointee.next_out = memory.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(bound)
    let outcome = CZlib.deflate(stream, Z_FINISH)
    let count = Int(stream.pointee.total_out)
    deflateReset(stream)
    guard outcome == Z_STREAM_END else {
      free(memory)
      return nil
    }
    return UnsafeMutableRawBufferPointer(start: realloc(memory, count) ?? memory, count: count)
  }

  private func stream(_ coding: ContentCoding) -> UnsafeMutablePointer<z_stream>? {
    let kept = coding == .gzip ? gzip : deflate
    if let kept { return kept }
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard cairn_deflate_init(stream, level, coding == .gzip ? 31 : 15) == Z_OK else {
      stream.deallocate()
      return nil
    }
    if coding == .gzip { gzip = stream } else { deflate = stream }
    return stream
  }
}
