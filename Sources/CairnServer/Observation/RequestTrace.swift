import Synchronization
import Tracing

/// The span of a request, which is the parent of the spans of its parts.
///
/// It's passed along with the visitor. It's in the task's context only while the application's own code runs.
final class RequestTrace: Sendable {
  private let tracer: any Tracer
  private let span: any Span
  /// The name of the span without its route.
  private let name: String
  private let isEnded = Atomic(false)

  init(_ tracer: any Tracer, _ span: any Span, name: String) {
    self.tracer = tracer
    self.name = name
    self.span = span
  }

  /// Ends the span of a request that was dropped, which gets an internal error as its response.
  deinit { end(status: 500) }

  /// Adds the request's route to the span. The route is the path of an application or of an endpoint.
  func found(_ route: String) {
    span.operationName = "\(name) \(route)"
    span.attributes["http.route"] = route
  }

  /// Ends the request's span, unless it has already ended.
  func end(status: Int) {
    guard !isEnded.exchange(true, ordering: .relaxed) else { return }
    span.attributes["http.response.status_code"] = status
    if status >= 500 {
      span.attributes["error.type"] = "\(status)"
      span.setStatus(SpanStatus(code: .error))
    }
    span.end()
  }

  /// Starts the span of a part.
  func begin(_ part: Part) -> PartTrace {
    PartTrace(
      tracer.startSpan(part.rawValue, context: span.context, ofKind: .internal))
  }

  /// The parts of a request, with the names of their spans.
  enum Part: String {
    case action = "process action"
    case render = "render page"
    case load = "load session"
    case findRenewal = "find renewed session"
    case commit = "commit session"
  }
}

/// The span of a part of a request.
struct PartTrace: Sendable {
  private let span: any Span

  fileprivate init(_ span: any Span) {
    self.span = span
  }

  func end(_ error: (any Error)? = nil) {
    if let error {
      span.recordError(error)
      span.setStatus(SpanStatus(code: .error))
    }
    span.end()
  }

  func end<Success, Failure>(with result: Result<Success, Failure>) {
    if case .failure(let error) = result { end(error) } else { end() }
  }

  /// Runs the application's code with the span in the task's context.
  fileprivate func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    defer { span.end() }
    return try ServiceContext.withValue(span.context, operation: body)
  }
}

extension RequestTrace? {
  /// Runs the application's code with the span of a part in the task's context. Effects that the code starts inherit
  /// the span.
  func run<Result>(_ part: RequestTrace.Part, _ body: () throws -> Result) rethrows -> Result {
    guard let self else { return try body() }
    return try self.begin(part).run(body)
  }

  /// Runs the application's code with the request's span in the task's context.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let self else { return try body() }
    return try ServiceContext.withValue(self.context, operation: body)
  }
}

extension RequestTrace {
  fileprivate var context: ServiceContext { span.context }
}
