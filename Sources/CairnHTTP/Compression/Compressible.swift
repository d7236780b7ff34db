extension HTTPResponse {
  /// Bodies below this many bytes do not get much smaller.
  static let compressionThreshold = 256

  /// Whether the body is worth compressing: text of some length that is not compressed yet. A part of a file isn't
  /// compressed: its range counts bytes of the file as it is.
  var isCompressible: Bool {
    guard body.count >= Self.compressionThreshold, headers["Content-Encoding"] == nil,
      headers["Content-Range"] == nil, let type = headers["Content-Type"]
    else { return false }
    return ContentType.isCompressible(type)
  }
}
