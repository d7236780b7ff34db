import CMicroHTTPD
import CairnBytes

#if canImport(Glibc)
  import Glibc
#endif

extension Exchange {
  /// Reads the head, and decides how to handle the body.
  func readHead(
    method: UnsafePointer<CChar>, version: UnsafePointer<CChar>
  ) -> MHD_Result {
    isReadingHead = false
    daemon.idle.begin()
    isCounted = true
    storage.method = HTTPMethod(String(cString: method))
    let configuration = daemon.configuration
    if !configuration.trustedProxies.isEmpty {
      storage.forwarding = connection.forwarding(by: configuration.trustedProxies)
    }
    isHTTP10 = version[5] == 0x31 && version[7] == 0x30
    record?.isHTTP10 = isHTTP10
    let size = cairn_connection_header_size(connection.raw)
    consumed += size
    let fields = scanFields(method: method, version: version, headerSize: size)
    var head = RequestHead(
      method: storage.method, targetLength: target.length, hasReadableTarget: hasReadableTarget,
      headerSize: size, fields: fields, isHTTP10: isHTTP10)
    head.leavesMemory = leavesMemory(headerSize: size, fieldCount: connection.fieldCount)
    head.isServerWide = storage.target.rawPath.hasSameBytes(as: "*")
    let announcesBody = fields?.announcesBody ?? true
    if announcesBody {
      head.contentType = connection.header("Content-Type")
      head.reading = daemon.responder.bodyReading(of: HTTPRequest(storage: storage))
    }
    switch head.verdict(
      limits: configuration.limits, methods: configuration.methods,
      rawContentTypes: configuration.rawContentTypes)
    {
    case .read(let body):
      if !storage.method.isRead,
        let refusal = daemon.responder.refusal(of: HTTPRequest(storage: storage))
      {
        if awaitsContinue { return queue(refusal, closing: true) }
        phase = .answered(refusal)
      } else if body == .none {
        phase = .ignored
      } else if daemon.bytesInFlight.isFull {
        rejection = .bytesInFlight
        return refuse(.serviceUnavailable, closing: true)
      } else if body == .parts, awaitsContinue, !hasUploadRoom(forBody: fields?.bodySize ?? 0) {
        rejection = .uploadRoom
        return refuse(.serviceUnavailable, closing: true)
      } else if body == .parts {
        guard
          let form = MultipartForm(
            contentType: head.contentType ?? "", limits: configuration.limits,
            uploads: daemon.uploads,
            client: HTTPRequest(storage: storage).clientGroup)
        else { return refuse(.badRequest, closing: true) }
        phase = .form(form)
      } else if body == .stream {
        if let pending = respondEarly(), awaitsContinue {
          return settle(pending, closing: true)
        }
      } else if body == .form {
        phase = .form(URLEncodedForm(limits: configuration.limits))
      } else {
        var bytes: [UInt8] = []
        // Memory is reserved only for bytes that can actually arrive.
        bytes.reserveCapacity(min(fields?.bodySize ?? 0, configuration.limits.maxBodySize))
        phase = .body(bytes)
      }
      if announcesBody { clock.enter(.receiving) }
    case .refuseAfterBody(let status):
      if awaitsContinue { return refuse(status, closing: true) }
      phase = .refusedWithBody(status)
      clock.enter(.receiving)
    case .refuse(let status) where !announcesBody: phase = .refused(status)
    case .end(.headerTooLarge):
      // libmicrohttpd may not have enough memory for a response.
      refuseAhead(.headerTooLarge)
      return .NO
    // A response that's queued in this step closes the connection.
    case .refuse(let status), .end(let status): return refuse(status, closing: true)
    }
    return .YES
  }

  /// Whether the client waits for a "100 Continue" before it sends the body. If the head alone leads to a rejection, the
  /// client gets the response now, and the body is never sent (RFC 9110, section 10.1.1).
  ///
  /// libmicrohttpd sends "100 Continue" itself, as soon as the head was read without a response. It uses the same
  /// condition.
  private var awaitsContinue: Bool {
    guard !isHTTP10, let expectation = connection.headerBytes("Expect") else { return false }
    return expectation.equalsIgnoringCase("100-continue".utf8)
  }

  /// Returns whether the upload room has space for the files of a form.
  ///
  /// This is only a question for clients that haven't sent the body yet. Room can become available while a body is
  /// arriving, so other bodies are read as far as possible.
  /// - Parameter size: The announced number of bytes of the form, which can contain some text in addition to files.
  private func hasUploadRoom(forBody size: Int) -> Bool {
    let files = size - daemon.configuration.limits.maxBodySize
    return files <= 0
      || daemon.uploads.room.admits(files, for: HTTPRequest(storage: storage).clientGroup)
  }

  /// Returns whether the connection has enough memory left for the header of a response after reading a head.
  private func leavesMemory(headerSize: Int, fieldCount: Int) -> Bool {
    // libmicrohttpd needs at most 64 bytes for each field in addition to its text.
    headerSize + 64 * fieldCount <= daemon.configuration.connectionMemory - 8 * 1024
  }

  /// Returns the fields of the head, checked as ``HeadReading`` requires. The result is `nil` if they, or the request
  /// line, aren't valid.
  private func scanFields(
    method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, headerSize: Int
  ) -> HeadScan? {
    let start = UInt(bitPattern: method)
    let word = UnsafeRawPointer(method).assumingMemoryBound(to: UInt8.self)
    guard UnsafeBufferPointer(start: word, count: strlen(method)).allSatisfy(\.isTokenByte)
    else { return nil }
    guard isTargetOneWord, strlen(version) == 8 else { return nil }
    guard daemon.headReading == .memory else { return HeadScan(connection) }
    // The connection's memory begins with a page. Only an empty line may precede the request line. libmicrohttpd
    // accepts any line that begins with a zero as empty.
    guard [0, 2].contains(start % Self.pageSize) else { return nil }
    // Method, target, and version must be separated by single spaces. The line break that follows is now two zeros.
    let versionStart = target.start + UInt(target.length) + 1
    let fieldsStart = UInt(bitPattern: version) + 10
    guard target.start == start + UInt(strlen(method)) + 1,
      UInt(bitPattern: version) == versionStart, version[9] == 0,
      fieldsStart <= start + UInt(headerSize)
    else { return nil }
    let bytes = UnsafeRawPointer(version).assumingMemoryBound(to: UInt8.self) + 10
    let fields = HeadScan(
      UnsafeBufferPointer(start: bytes, count: Int(start) + headerSize - Int(fieldsStart)))
    // A zero that the client has sent can look like an end, although libmicrohttpd didn't treat it as one.
    guard let fields, fields.count + shadows == connection.fieldCount else { return nil }
    return fields
  }
}
