import CairnBytes

/// The fields of a request for part of a file, as specified by RFC 9110, sections 13.1.5 and 14.2.
package struct RangeRequest {
  private let range: String
  private let ifRange: String?

  /// Reads the fields, or returns `nil` if the request isn't for part of a file. Ranges are defined only for `GET`.
  package init?(_ request: HTTPRequest) {
    guard request.method == .get, let range = request.headers["Range"],
      // Multiple fields are multiple ranges.
      request.headers.values(of: "Range").count == 1
    else { return nil }
    self.range = range
    ifRange = request.headers["If-Range"]
  }

  /// Returns the response with the requested part, or `nil` if the response should be the whole file.
  ///
  /// The status is 206, or 416 if the file doesn't have the requested part.
  ///
  /// - Parameters:
  ///   - whole: The response with the whole uncompressed file, because a range counts uncompressed bytes.
  ///   - errorResponse: Returns the response for status 416.
  package func part(
    of whole: HTTPResponse, errorResponse: (HTTPStatus) -> HTTPResponse
  ) -> HTTPResponse? {
    // Only a tag can match. A weak tag can't, and neither can a date, which is the same for two changes in a second.
    if let ifRange {
      guard !ifRange.hasPrefix("W/"), whole.headers["ETag"]?.hasSameBytes(as: ifRange) == true
      else { return nil }
    }
    let size = whole.body.count
    switch ByteRange(range, size: size) {
    case nil: return nil
    case .part(let range):
      var headers = whole.headers
      headers["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
      return HTTPResponse(
        status: .partialContent, headers: headers, body: whole.body.part(range))
    case .unsatisfiable:
      var response = errorResponse(.rangeNotSatisfiable)
      response.headers["Content-Range"] = "bytes */\(size)"
      response.headers["Vary"] = whole.headers["Vary"]
      return response
    }
  }
}
