/// What the head of a request says about whether and how its body is read.
struct RequestHead {
  var method: HTTPMethod
  var targetLength: Int
  var hasReadableTarget: Bool
  var headerSize: Int
  /// Whether a host is named; HTTP/1.0 need not name one.
  var hasHost: Bool
  var contentLength: String?
  var transferEncoding: String?
  var contentType: String?

  enum Body: Equatable {
    /// Nothing follows, or nothing that anybody asks for.
    case none
    case form
    case bytes
  }

  enum Verdict: Equatable {
    case read(Body)
    case refuse(HTTPStatus)
  }

  func verdict(
    limits: RequestLimits, methods: [HTTPMethod], rawContentTypes: [String]
  ) -> Verdict {
    guard targetLength <= limits.maxTargetLength else { return .refuse(.targetTooLong) }
    guard headerSize <= limits.maxHeaderSize else { return .refuse(.headerTooLarge) }
    guard hasReadableTarget, hasHost else { return .refuse(.badRequest) }

    var length: Int?
    if let contentLength {
      // With both, two readers of one stream may disagree where the next request begins.
      guard transferEncoding == nil, contentLength.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
        return .refuse(.badRequest)
      }
      guard let number = Int(contentLength) else {
        return .refuse(contentLength.isEmpty ? .badRequest : .contentTooLarge)
      }
      length = number
    }
    if let transferEncoding, !transferEncoding.equalsIgnoringCase("chunked") {
      return .refuse(.notImplemented)
    }
    guard methods.contains(method) else { return .refuse(.methodNotAllowed) }
    if let length, length > limits.maxBodySize { return .refuse(.contentTooLarge) }
    guard method.bringsBody else { return .read(.none) }
    guard length != nil || transferEncoding != nil else { return .refuse(.lengthRequired) }
    guard length != 0 else { return .read(.none) }
    return body(rawContentTypes)
  }

  private func body(_ rawContentTypes: [String]) -> Verdict {
    let type = (contentType ?? "").utf8.prefix { $0 != UInt8(ascii: ";") }
    let end = type.lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    let text = end.map { String(decoding: type[...$0], as: UTF8.self) } ?? ""
    if text.equalsIgnoringCase("application/x-www-form-urlencoded")
      || text.equalsIgnoringCase("multipart/form-data")
    {
      return .read(.form)
    }
    if rawContentTypes.contains(where: { $0.equalsIgnoringCase(text) }) { return .read(.bytes) }
    return .refuse(.unsupportedMediaType)
  }
}
