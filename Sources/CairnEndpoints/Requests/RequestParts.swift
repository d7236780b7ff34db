import CairnHTTP

/// The parts of a request's body, which an endpoint reads while they arrive.
///
/// ```swift
/// Endpoint(.put, "/backup", body: .parts(limit: 1 << 30)) { request in
///   for try await part in request.parts { try await archive.append(part) }
///   return .noContent
/// }
/// ```
///
/// If the endpoint is slower than the client, the server stops reading from the connection, so at most about 100 kB are
/// in memory. Each part is copied once, from the buffer of the connection. The sizes of the parts have no meaning.
///
/// Read the parts once, and before you return the response. The server discards the rest of the body, and sends the
/// response after it. If the client disconnects or is too slow, the iteration throws an ``HTTPProblem`` with status 400.
/// The response isn't sent then, but the endpoint should remove what it has stored.
public struct RequestParts: AsyncSequence, Sendable {
  private let request: CairnHTTP.HTTPRequest
  private let isWithheld: Bool

  /// - Parameter isWithheld: Whether the sequence is empty, because the parts belong to other code.
  init(_ request: CairnHTTP.HTTPRequest, isWithheld: Bool = false) {
    self.request = request
    self.isWithheld = isWithheld
  }

  public func makeAsyncIterator() -> Iterator { Iterator(request, isAtEnd: isWithheld) }

  /// An iterator over the parts.
  public struct Iterator: AsyncIteratorProtocol {
    private let request: CairnHTTP.HTTPRequest
    private var isAtEnd: Bool

    init(_ request: CairnHTTP.HTTPRequest, isAtEnd: Bool) {
      self.request = request
      self.isAtEnd = isAtEnd
    }

    /// Returns the next part, which isn't empty, or `nil` at the end of the body.
    public mutating func next() async throws -> [UInt8]? {
      guard !isAtEnd else { return nil }
      guard request.hasBodyParts else {
        isAtEnd = true
        return request.body.isEmpty ? nil : request.body
      }
      do {
        let part = try await request.nextBodyPart()
        isAtEnd = part == nil
        return part
      } catch is IncompleteBody {
        throw HTTPProblem(status: .badRequest, detail: "The body isn't complete.")
      }
    }
  }
}
