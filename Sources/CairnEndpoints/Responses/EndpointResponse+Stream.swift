public import HTTPTypes

extension EndpointResponse {
  /// Returns a response whose body is written while it's sent, such as a large export.
  ///
  /// ```swift
  /// Endpoint(.get, "/rooms.csv") { _ in
  ///   .stream(contentType: "text/csv; charset=utf-8") { writer in
  ///     for try await page in rooms.pages() { try await writer.write(csv: page.rows) }
  ///   }
  /// }
  /// ```
  ///
  /// The closure begins after the endpoint has returned, and has the same dependencies. It doesn't run for `HEAD`. Changes
  /// that it makes to the session are lost. Its task is canceled when the client disconnects. Each write sends a chunk of
  /// its own, so collect small pieces.
  ///
  /// If the closure throws an error, the server logs the error and resets the connection. The client then sees that the
  /// response isn't complete. The status can't change anymore, so check everything that can fail before you return the
  /// response.
  ///
  /// The response isn't compressed, and the connection is closed after it. A client that doesn't read a part in the time
  /// for its size is disconnected. A part that waits counts as bytes in flight, and the server resets the connection if
  /// there's no room for it.
  ///
  /// - Parameters:
  ///   - contentType: The type of the body.
  ///   - status: The status.
  ///   - body: Writes the body.
  public static func stream(
    contentType: String = "application/octet-stream",
    status: HTTPTypes.HTTPResponse.Status = .ok,
    _ body: @escaping @Sendable (_ writer: ResponseWriter) async throws -> Void
  ) -> EndpointResponse {
    EndpointResponse(.stream(body), status: status, contentType: contentType)
  }

  /// Returns a response whose body consists of the parts of an asynchronous sequence.
  ///
  /// The next part is requested when the connection has accepted the previous part. Apart from that, the response is like
  /// one whose closure writes the parts.
  ///
  /// - Parameters:
  ///   - contentType: The type of the body.
  ///   - status: The status.
  ///   - parts: The parts of the body.
  public static func stream<Parts: AsyncSequence & Sendable>(
    contentType: String = "application/octet-stream",
    status: HTTPTypes.HTTPResponse.Status = .ok,
    _ parts: Parts
  ) -> EndpointResponse where Parts.Element == [UInt8] {
    stream(contentType: contentType, status: status) { writer in
      for try await part in parts { try await writer.write(part) }
    }
  }
}
