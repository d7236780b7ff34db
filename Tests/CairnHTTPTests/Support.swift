import CZlib
import Glibc
import Testing

/// The current thread's identifier.
func currentThread() -> UInt { UInt(pthread_self()) }

extension UnsafeMutableRawBufferPointer {
  /// Memory from `malloc`, filled with a byte.
  static func allocated(repeating byte: UInt8, count: Int) -> UnsafeMutableRawBufferPointer {
    let memory = UnsafeMutableRawBufferPointer(start: malloc(count), count: count)
    memory.initializeMemory(as: UInt8.self, repeating: byte)
    return memory
  }
}

/// The plain bytes of a gzip or zlib stream.
func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
  var stream = z_stream()
  // 32 more than the largest window, so that zlib detects the format.
  try #require(
    inflateInit2_(&stream, 47, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK)
  defer { inflateEnd(&stream) }
  var input = bytes
  var output = [UInt8](repeating: 0, count: 1_000_000)
  let outcome = input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      return inflate(&stream, Z_FINISH)
    }
  }
  try #require(outcome == Z_STREAM_END)
  return Array(output.prefix(Int(stream.total_out)))
}
