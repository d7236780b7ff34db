import CairnFeatures
import CairnHTTP
import Foundation
import Synchronization
import Testing

@testable import CairnEndpoints

/// A complete response, with its body as text.
struct Answer {
  let status: Int
  let headers: HTTPHeaders
  let bytes: [UInt8]

  var text: String { String(decoding: bytes, as: UTF8.self) }

  init(_ response: HTTPResponse) {
    status = response.status.rawValue
    headers = response.headers
    bytes = response.body.withUnsafeBytes { Array($0) }
  }
}

/// Passes requests to endpoints without a server.
struct Site {
  let responder: EndpointResponder
  private let reports: Reports

  /// The errors that endpoints have thrown, with their names.
  var reported: [String] { reports.lines.withLock { $0 } }

  private final class Reports: Sendable {
    let lines = Mutex<[String]>([])
  }

  /// - Parameter owner: The owner of each request's session, or `nil` if the sessions have no owner.
  init(owner: String? = nil, @EndpointBuilder _ endpoints: () -> [Endpoint]) throws {
    let reports = Reports()
    self.reports = reports
    let responder = try EndpointResponder(endpoints(), sessions: KnownSessions(owner: owner)) {
      endpoint, error in
      reports.lines.withLock { $0.append("\(endpoint): \(error)") }
    }
    self.responder = try #require(responder)
  }

  /// Responds to a request, or returns `nil` if no endpoint has its path.
  func answer(to request: HTTPRequest) async throws -> Answer? {
    switch responder.respond(to: request)?.answer {
    case nil: return nil
    case .now(let response)?: return Answer(response)
    case .later(let promise)?:
      let response = await withCheckedContinuation { continuation in
        promise.whenFulfilled { continuation.resume(returning: $0) }
      }
      return Answer(try #require(response))
    }
  }

  /// Responds to a `GET`.
  func answer(_ target: String, headers: HTTPHeaders = [:]) async throws -> Answer {
    try await answer(.get, target, headers: headers)
  }

  func answer(
    _ method: HTTPMethod, _ target: String, headers: HTTPHeaders = [:],
    form: [(name: String, value: String)] = [], body: String = ""
  ) async throws -> Answer {
    let request = try #require(
      HTTPRequest(
        method: method, target: target, headers: headers, form: form, body: Array(body.utf8)))
    return try #require(try await answer(to: request))
  }
}

/// Sessions that all have the same owner.
struct KnownSessions: EndpointSessions {
  var owner: String?

  func withSession(
    of request: HTTPRequest, for use: SessionUse, _ work: Work
  ) async -> HTTPResponse {
    let session = BrowserSession(id: UUID())
    if let owner { session.signIn(as: owner) }
    var response = await work(session)
    if request.headers["New"] != nil { response.headers.append("Set-Cookie", "session=1") }
    return response
  }

  func withoutSession(
    for request: HTTPRequest, _ work: @Sendable () async -> HTTPResponse
  ) async -> HTTPResponse {
    await work()
  }
}
