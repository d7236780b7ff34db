import CairnBytes
import CairnHTTP

/// The responder of the metrics port. It has its own port because metrics aren't public.
struct MetricsResponder: HTTPResponder {
  let reader: MetricsReader
  let hosts: HostCheck

  /// The default path of Prometheus.
  static let path = "/metrics"

  func respond(to request: HTTPRequest) -> HTTPAnswer {
    guard hosts.admits(request.host) else { return .now(Self.failure(.misdirectedRequest)) }
    guard request.isRead, request.rawPath.hasSameBytes(as: Self.path) else {
      return .now(Self.failure(.notFound))
    }
    return .now(
      HTTPResponse(
        headers: [
          "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store",
        ], body: .text(reader.text())))
  }

  func errorResponse(status: HTTPStatus, request: HTTPRequest) -> HTTPResponse {
    Self.failure(status)
  }

  /// Returns plain text, because the reader is a program.
  private static func failure(_ status: HTTPStatus) -> HTTPResponse {
    var response = HTTPResponse.text("\(status)\n", status: status)
    response.headers["Cache-Control"] = "no-store"
    return response
  }
}
