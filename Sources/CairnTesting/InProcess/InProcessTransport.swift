import CairnHTTP
public import CairnServer
import Foundation

/// Carries a browser's requests to a server in the same process, without a socket.
///
/// ```swift
/// let server = try Server { Mount("/inventory", InventoryApp.self) }
/// let browser = Browser(InProcessTransport(server))
/// ```
public struct InProcessTransport: BrowserTransport {
  private let responder: any HTTPResponder

  /// A transport to a server, which need not be started.
  public init(_ server: Server) {
    responder = server.responder
  }

  public func send(_ request: BrowserRequest) async throws -> BrowserResponse {
    var headers = HTTPHeaders()
    for (name, value) in request.headers { headers.append(name, value) }
    if headers["Host"] == nil { headers.append("Host", "localhost") }
    guard
      let request = HTTPRequest(
        method: HTTPMethod(request.method), target: request.target, headers: headers,
        form: Self.form(request), body: request.body)
    else { return BrowserResponse(status: 400) }
    return Self.response(await answer(to: request))
  }

  private func answer(to request: HTTPRequest) async -> HTTPResponse {
    switch responder.respond(to: request) {
    case .now(let response): return response
    case .later(let begin):
      return await withCheckedContinuation { continuation in
        begin(
          HTTPReply { response in
            continuation.resume(returning: response ?? HTTPResponse(status: .internalServerError))
          })
      }
    }
  }

  private static func response(_ response: HTTPResponse) -> BrowserResponse {
    BrowserResponse(
      status: response.status.rawValue,
      headers: response.headers.map { ($0.name, $0.value) },
      body: response.body.withUnsafeBytes { Array($0) })
  }

  /// The fields of an urlencoded body. Over a socket libmicrohttpd decodes it.
  private static func form(_ request: BrowserRequest) -> [(name: String, value: String)] {
    guard
      request.header("Content-Type")?.hasPrefix("application/x-www-form-urlencoded") == true
    else { return [] }
    func decoded(_ text: Substring) -> String {
      let spaced = text.replacing("+", with: " ")
      return String(spaced).removingPercentEncoding ?? String(spaced)
    }
    return String(decoding: request.body, as: UTF8.self).split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (name: decoded(parts[0]), value: parts.count > 1 ? decoded(parts[1]) : "")
    }
  }
}
