import CairnBytes

/// The head of a request, which determines whether and how its body is read.
struct RequestHead {
  var method: HTTPMethod
  var targetLength: Int
  var hasReadableTarget: Bool
  var headerSize: Int
  /// The strictly checked fields, or `nil` if they don't have the required form.
  var fields: HeadScan?
  /// Whether the client uses HTTP/1.0, which doesn't require a host and has no transfer codings.
  var isHTTP10: Bool
  var contentType: String?
  /// How the responder wants to read the body.
  var reading = BodyReading.form
  /// Whether the connection has enough memory left to answer the request.
  var leavesMemory = true
  /// Whether the target is `*`, which is only valid for `OPTIONS`.
  var isServerWide = false

  enum Body: Equatable {
    /// There is no body, or the method doesn't use one.
    case none
    /// A URL-encoded form.
    case form
    /// A multipart form, whose parts can be files.
    case parts
    case bytes
    /// Bytes that are passed on while they arrive.
    case stream
  }

  enum Verdict: Equatable {
    case read(Body)
    case refuse(HTTPStatus)
    /// Reject the request after the whole body has arrived. Otherwise, browsers that are still sending don't always
    /// read the response, and proxies respond with 502.
    case refuseAfterBody(HTTPStatus)
    /// Reject the request and close the connection, because the end of the request isn't known.
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
    // A proxy may have understood a target that this server doesn't understand.
    guard hasReadableTarget else { return .end(.badRequest) }
    guard !isServerWide || method == .options else { return .end(.badRequest) }
    guard fields.contentTypes <= 1 else { return .end(.badRequest) }

    let length: Int?
    switch framing(fields) {
    case .valid(let number): length = number
    case .invalid(let status): return .end(status)
    }
    guard methods.contains(method) else { return .refuse(.methodNotAllowed) }
    let body = body(fields, rawContentTypes)
    if let length, length > maxBodySize(of: body, limits) {
      return length <= limits.maxRejectedBodySize
        ? .refuseAfterBody(.contentTooLarge) : .refuse(.contentTooLarge)
    }
    // Other methods can have a body, such as `DELETE`, but don't need one.
    guard method.bringsBody || !method.isRead && length != nil else { return .read(.none) }
    guard let length else { return .end(.lengthRequired) }
    guard length != 0 else { return .read(.none) }
    return body
  }

  private enum Framing {
    /// The length of the body, or `nil` if it isn't announced.
    case valid(Int?)
    case invalid(HTTPStatus)
  }

  /// Determines the length of the body.
  ///
  /// Transfer codings are rejected, as RFC 9112, section 6.1, and RFC 9110, section 15.5.12, permit. libmicrohttpd
  /// reads chunks leniently, and they can't be read again. Browsers don't send forms in chunks.
  private func framing(_ fields: HeadScan) -> Framing {
    guard fields.codings == 0 else {
      // With a length in addition, or with HTTP/1.0, readers can disagree about where the body ends.
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

  private func maxBodySize(of body: Verdict, _ limits: RequestLimits) -> Int {
    switch reading {
    case .bytes(let limit), .parts(let limit): limit
    case .form: limits.maxBodySize + (body == .read(.parts) ? limits.maxUploadSize : 0)
    }
  }

  private func body(_ fields: HeadScan, _ rawContentTypes: [String]) -> Verdict {
    // The server doesn't decode bodies. Software in front of it may have read the decoded body.
    guard !fields.hasContentCoding else { return .refuse(.unsupportedMediaType) }
    switch reading {
    case .bytes: return .read(.bytes)
    case .parts: return .read(.stream)
    case .form: break
    }
    let type = HeaderValue((contentType ?? "").utf8)
    if type.word.equalsIgnoringCase("application/x-www-form-urlencoded") {
      return type.formRefusal.map(Verdict.refuse) ?? .read(.form)
    }
    if type.word.equalsIgnoringCase("multipart/form-data") {
      return type.formRefusal.map(Verdict.refuse) ?? .read(.parts)
    }
    if rawContentTypes.contains(where: { $0.equalsIgnoringCase(type.word) }) {
      return .read(.bytes)
    }
    return .refuse(.unsupportedMediaType)
  }
}
