import CZlib

/// A namespace for decompressing responses.
enum Inflater {
  static func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
    var stream = z_stream()
    // Accepts a window of any size, and expects a header of gzip.
    guard
      inflateInit2_(&stream, 31, zlibVersion(), Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw Failure("zlib can't start.") }
    defer { inflateEnd(&stream) }
    var source = bytes
    var result: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 256 * 1024)
    var status = Z_OK
    try source.withUnsafeMutableBufferPointer { source in
      stream.next_in = source.baseAddress
      stream.avail_in = UInt32(source.count)
      while status == Z_OK {
        let count = room.withUnsafeMutableBufferPointer { room in
          stream.next_out = room.baseAddress
          stream.avail_out = UInt32(room.count)
          status = inflate(&stream, Z_NO_FLUSH)
          return room.count - Int(stream.avail_out)
        }
        result += room[..<count]
      }
      guard status == Z_STREAM_END else { throw Failure("A response isn't valid gzip.") }
    }
    return result
  }
}
