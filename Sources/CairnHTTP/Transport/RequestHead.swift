import CairnBytes

/// What the head of a request says about whether and how its body is read.
struct RequestHead {
  var method: HTTPMethod
  var targetLength: Int
  var hasReadableTarget: Bool
  var headerSize: Int
  /// The fields, read strictly; nil where they are not as they have to be.
  var fields: HeadScan?
  /// Whether the client speaks HTTP/1.0, which need not name a host and knows no transfer codings.
  var isHTTP10: Bool
  var contentType: String?
  /// Whether the connection has memory left to answer the request.
  var leavesMemory = true
  /// Whether the target is `*`, which is for `OPTIONS` alone.
  var isServerWide = false

  enum Body: Equatable {
    /// Nothing follows, or nothing that anybody asks for.
    case none
    /// An urlencoded form.
    case form
    /// A form of several parts, which may be files.
    case parts
    case bytes
  }

  enum Verdict: Equatable {
    case read(Body)
    case refuse(HTTPStatus)
    /// Reject the request when all of the body has arrived. Browsers that are still sending don't always
    /// read the response, and a proxy answers 502 instead.
    case refuseAfterBody(HTTPStatus)
    /// Refuse, and close the connection: where the request ends is not known.
    case end(HTTPStatus)
  }

  func verdict(
    limits: RequestLimits, methods: [HTTPMethod], rawContentTypes: [String]
  ) -> Verdict {
    guard targetLength <= limits.maxTargetLength else { return .end(.targetTooLong) }
    guard headerSize <= limits.maxHeaderSize, leavesMemory else { return .end(.headerTooLarge) }
    guard let fields, fields.hasValidHost,
      fields.hosts == 1 || (fields.hosts == 0 && isHTTP10)
    else { return .end(.badRequest) }
    guard hasReadableTarget else { return .refuse(.badRequest) }
    guard !isServerWide || method == .options else { return .end(.badRequest) }

    let length: Int?
    switch framing(fields) {
    case .valid(let number): length = number
    case .invalid(let status): return .end(status)
    }
    guard methods.contains(method) else { return .refuse(.methodNotAllowed) }
    let body = body(rawContentTypes)
    let files = body == .read(.parts) ? limits.maxUploadSize : 0
    if let length, length > limits.maxBodySize + files {
      return length <= limits.maxRejectedBodySize
        ? .refuseAfterBody(.contentTooLarge) : .refuse(.contentTooLarge)
    }
    guard method.bringsBody else { return .read(.none) }
    guard let length else { return .end(.lengthRequired) }
    guard length != 0 else { return .read(.none) }
    return body
  }

  private enum Framing {
    /// The length of the body; nil where none is announced.
    case valid(Int?)
    case invalid(HTTPStatus)
  }

  /// Where the body ends.
  ///
  /// A transfer coding is refused, as RFC 9112 section 6.1 and RFC 9110 section 15.5.12 let a server do:
  /// libmicrohttpd's reading of chunks is lenient, and can not be read again. No browser sends a form so.
  private func framing(_ fields: HeadScan) -> Framing {
    guard fields.codings == 0 else {
      // With a length beside it, or under HTTP/1.0, two readers may disagree where the body ends.
      guard fields.lengths == 0, fields.codings == 1, !isHTTP10 else {
        return .invalid(.badRequest)
      }
      return .invalid(fields.isChunked ? .lengthRequired : .notImplemented)
    }
    guard let digits = fields.length else { return .valid(nil) }
    guard fields.lengths == 1, !digits.isEmpty, digits.allSatisfy({ 0x30...0x39 ~= $0 })
    else { return .invalid(.badRequest) }
    guard let number = Int(String(decoding: digits, as: UTF8.self)) else {
      return .invalid(.contentTooLarge)
    }
    return .valid(number)
  }

  private func body(_ rawContentTypes: [String]) -> Verdict {
    let type = (contentType ?? "").utf8.prefix { $0 != UInt8(ascii: ";") }
    let end = type.lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    let text = end.map { String(decoding: type[...$0], as: UTF8.self) } ?? ""
    if text.equalsIgnoringCase("application/x-www-form-urlencoded") { return .read(.form) }
    if text.equalsIgnoringCase("multipart/form-data") { return .read(.parts) }
    if rawContentTypes.contains(where: { $0.equalsIgnoringCase(text) }) { return .read(.bytes) }
    return .refuse(.unsupportedMediaType)
  }
}
