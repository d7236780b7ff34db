import CairnHTTP

/// The response with a file on disk.
enum FileAnswer {
  /// Returns the response to a request, with the header fields and the status of the endpoint's response.
  ///
  /// The status is 304 if the client has the file, 412 if it requires another file, 206 or 416 if it requests part of it,
  /// and 404 if the file can't be read. Only `GET` and `HEAD` have these conditions.
  static func response(
    _ source: FileSource, _ response: EndpointResponse, to request: HTTPRequest
  ) -> HTTPResponse {
    let file: ServedFile
    do throws(ServedFile.Failure) {
      guard let path = source.path else { throw .unreadable }
      file = try ServedFile(path: path)
    } catch {
      return self.response(to: error)
    }
    var whole = HTTPResponse(
      status: HTTPStatus(response.status), headers: HTTPHeaders(response.headers),
      body: .file(file, 0..<file.size))
    let fields = [
      ("Content-Type", ContentType.named(source.fileExtension)), ("ETag", file.tag),
      ("Last-Modified", HTTPDate.text(file.modified)), ("Accept-Ranges", "bytes"),
    ]
    for (name, value) in fields where whole.headers[name] == nil { whole.headers[name] = value }
    guard request.isRead, response.status == .ok else { return whole }
    guard isExpected(whole, modified: file.modified, by: request) else {
      return HTTPProblem(status: .preconditionFailed).response
    }
    if isKnown(whole, modified: file.modified, to: request) {
      whole.headers["Content-Type"] = nil
      whole.status = .notModified
      return whole
    }
    let part = RangeRequest(request)?.part(of: whole) { HTTPProblem(status: .init($0)).response }
    return part ?? whole
  }

  private static func response(to failure: ServedFile.Failure) -> HTTPResponse {
    switch failure {
    case .unreadable: return HTTPProblem(status: .notFound).response
    case .tooManyFiles:
      var response = HTTPProblem(status: .serviceUnavailable, headers: [.retryAfter: "5"]).response
      response.rejection = .openFiles
      return response
    }
  }

  /// Returns whether the file is the one that the client requires, as specified by RFC 9110, section 13.2.2.
  private static func isExpected(
    _ response: HTTPResponse, modified: Int, by request: HTTPRequest
  ) -> Bool {
    let listed = request.headers.values(of: "If-Match")
    guard listed.isEmpty else {
      return EntityTag.isStrong(response.headers["ETag"], listedIn: listed.joined(separator: ","))
    }
    guard let since = request.headers["If-Unmodified-Since"].flatMap({ HTTPDate.seconds($0) })
    else { return true }
    return modified <= since
  }

  /// Returns whether the client already has the file, as specified by RFC 9110, section 13.2.2.
  private static func isKnown(
    _ response: HTTPResponse, modified: Int, to request: HTTPRequest
  ) -> Bool {
    let listed = request.headers.values(of: "If-None-Match")
    guard listed.isEmpty else {
      let tags = response.headers["ETag"].map { [$0] } ?? []
      return EntityTag.isAny(of: tags, listedIn: listed.joined(separator: ","))
    }
    guard let since = request.headers["If-Modified-Since"].flatMap({ HTTPDate.seconds($0) })
    else { return false }
    return modified <= since
  }
}
