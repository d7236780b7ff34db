import Synchronization
import Tracing

/// The span of a request, to which the spans of its parts belong.
///
/// It is passed along with the visitor. Only the application's own code finds it in the task's context.
final class RequestTrace: Sendable {
  private let tracer: any Tracer
  private let span: any Span
  /// What the span is called without its route.
  private let name: String
  private let isEnded = Atomic(false)

  init(_ tracer: any Tracer, _ span: any Span, name: String) {
    self.tracer = tracer
    self.name = name
    self.span = span
  }

  /// A request that is dropped gets an internal error as its answer.
  deinit { end(status: 500) }

  /// Names the route that the request is for: the path of an application.
  func found(_ route: String) {
    span.operationName = "\(name) \(route)"
    span.attributes["http.route"] = route
  }

  /// Ends the request's span, unless it has ended before.
  /// - Parameter status: The status of the answer.
  func end(status: Int) {
    guard !isEnded.exchange(true, ordering: .relaxed) else { return }
    span.attributes["http.response.status_code"] = status
    if status >= 500 {
      span.attributes["error.type"] = "\(status)"
      span.setStatus(SpanStatus(code: .error))
    }
    span.end()
  }

  /// Begins the span of a part.
  func begin(_ part: Part) -> PartTrace {
    PartTrace(
      tracer.startSpan(part.rawValue, context: span.context, ofKind: .internal))
  }

  /// What the span of a part is called.
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

  /// Runs the application's code, which finds the span in the task's context.
  fileprivate func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    defer { span.end() }
    return try ServiceContext.withValue(span.context, operation: body)
  }
}

extension RequestTrace? {
  /// Runs the application's code with the span of a part in the task's context. Effects that begin there inherit
  /// it.
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
