import CairnHTTP
import CairnSecurity
import Tracing

/// Starts the spans of requests, with the names and attributes of OpenTelemetry's semantic conventions for HTTP
/// servers.
struct RequestTracer {
  private let tracer: any Tracer

  /// Returns `nil` if the process has no tracer.
  init?(_ tracer: any Tracer = InstrumentationSystem.tracer) {
    guard !(tracer is NoOpTracer) else { return nil }
    self.tracer = tracer
  }

  /// Starts the span of a request. If the request's header fields contain a trace, the span continues it.
  func begin(_ request: HTTPRequest) -> RequestTrace {
    var context = ServiceContext.topLevel
    tracer.extract(request.headers, into: &context, using: HeaderExtractor())
    let method = request.method.traced
    let span = tracer.startSpan(method.spanName, context: context, ofKind: .server)
    span.updateAttributes { attributes in
      attributes["http.request.method"] = method.attribute
      attributes["url.path"] = request.rawPath
      attributes["url.scheme"] = request.isSecure ? "https" : "http"
      attributes["network.protocol.name"] = "http"
      if !request.remoteAddress.isEmpty { attributes["client.address"] = request.remoteAddress }
      if let origin = Self.origin(of: request) {
        attributes["server.address"] = origin.host
        attributes["server.port"] = Int(origin.port)
      }
    }
    return RequestTrace(tracer, span, name: method.spanName)
  }

  private static func origin(of request: HTTPRequest) -> Origin? {
    request.host.flatMap {
      Origin(scheme: request.isSecure ? "https" : "http", hostHeader: $0)
    }
  }

  /// Ends a trace as soon as there is a response. If the response is streamed, this is after its last byte.
  static func end(_ trace: RequestTrace, with answer: HTTPAnswer) -> HTTPAnswer {
    switch answer {
    case .now(let response):
      end(trace, with: response)
      return answer
    case .later(let promise):
      return .later(
        promise.map { response in
          end(trace, with: response)
          return response
        })
    }
  }

  private static func end(_ trace: RequestTrace, with response: HTTPResponse) {
    let status = response.status.rawValue
    guard case .stream(let stream) = response.body, stream.isProduced else {
      return trace.end(status: status)
    }
    stream.onEnd { trace.end(status: status) }
  }
}

/// Reads the header fields that tracers propagate, such as `traceparent`.
private struct HeaderExtractor: Extractor {
  func extract(key: String, from headers: HTTPRequestHeaders) -> String? { headers[key] }
}

extension HTTPMethod {
  /// The method as an attribute and in the name of spans. A client can send any method, so all unknown methods share
  /// one name.
  var traced: (attribute: String, spanName: String) {
    if case .other = self { return ("_OTHER", "HTTP") }
    return (name, name)
  }
}
