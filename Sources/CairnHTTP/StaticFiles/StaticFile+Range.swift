import CairnBytes

extension StaticFile {
  /// The fields of a request that ask for a part of a file, RFC 9110 sections 13.1.5 and 14.2.
  struct RangeRequest {
    var range: String
    var ifRange: String?

    /// Fails if a request asks for no part. Ranges are defined for `GET` alone.
    init?(_ request: HTTPRequest) {
      guard request.method == .get, let range = request.headers["Range"],
        // Several fields are several ranges.
        request.headers.values(of: "Range").count == 1
      else { return nil }
      self.range = range
      ifRange = request.headers["If-Range"]
    }
  }

  /// The response to a request for a part: 206, or 416 if the file doesn't have it. `nil` if the request is to be
  /// answered with the whole file.
  ///
  /// - Parameter whole: The response with the whole file, not compressed: a range counts the bytes of that.
  func part(_ request: RangeRequest, of whole: HTTPResponse) -> HTTPResponse? {
    // Files have no date, so only their tag can be right, and a weak one isn't.
    if let ifRange = request.ifRange, whole.headers["ETag"]?.hasSameBytes(as: ifRange) != true {
      return nil
    }
    let size = whole.body.count
    switch ByteRange(request.range, size: size) {
    case nil: return nil
    case .part(let range):
      var headers = whole.headers
      headers["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
      return HTTPResponse(
        status: .partialContent, headers: headers, body: whole.body.part(range))
    case .unsatisfiable:
      var response = HTTPErrorPage.response(.rangeNotSatisfiable)
      response.headers["Content-Range"] = "bytes */\(size)"
      response.headers["Vary"] = whole.headers["Vary"]
      return response
    }
  }
}
