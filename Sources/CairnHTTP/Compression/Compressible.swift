extension HTTPResponse {
  /// The minimum number of bytes of a body to compress. Smaller bodies don't get much smaller.
  static let compressionThreshold = 256

  /// Whether the body is worth compressing, which is true for uncompressed text of some length.
  ///
  /// Part of a file isn't compressed, because its range counts the uncompressed bytes of the file. A file on disk isn't
  /// compressed either, because it would be read into memory.
  var isCompressible: Bool {
    if case .file = body { return false }
    guard body.count >= Self.compressionThreshold, headers["Content-Encoding"] == nil,
      headers["Content-Range"] == nil, let type = headers["Content-Type"]
    else { return false }
    return ContentType.isCompressible(type)
  }
}
