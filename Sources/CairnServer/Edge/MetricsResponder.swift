import CairnBytes
import CairnHTTP

/// Answers who collects metrics, on a port of its own: what they say is not for everybody.
struct MetricsResponder: HTTPResponder {
  let reader: MetricsReader
  let hosts: HostCheck

  /// Where collectors look unless told otherwise.
  static let path = "/metrics"

  func respond(to request: HTTPRequest) -> HTTPAnswer {
    guard hosts.admits(request.host) else {
      return .now(HTTPErrorPage.response(.misdirectedRequest))
    }
    guard request.isRead, request.rawPath.hasSameBytes(as: Self.path) else {
      return .now(HTTPErrorPage.response(.notFound))
    }
    return .now(
      HTTPResponse(
        headers: [
          "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store",
        ], body: .text(reader.text())))
  }
}
