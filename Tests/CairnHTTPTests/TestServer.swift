import CairnHTTP
import Logging

/// A responder with a closure and its own error pages.
struct Responder: HTTPResponder {
  var answer: @Sendable (HTTPRequest) -> HTTPAnswer
  var refuse: @Sendable (HTTPRequest) -> HTTPResponse? = { _ in nil }

  func refusal(of request: HTTPRequest) -> HTTPResponse? { refuse(request) }

  func respond(to request: HTTPRequest) -> HTTPAnswer { answer(request) }

  func errorResponse(status: HTTPStatus, request: HTTPRequest) -> HTTPResponse {
    .text("own page \(status.rawValue) \(request.path)", status: status)
  }
}

/// Runs a test with a server on a free port, and then stops the server.
func withServer(
  _ configuration: HTTPServer.Configuration = configured { _ in },
  logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
  answer: @escaping @Sendable (HTTPRequest) -> HTTPAnswer,
  refuse: @escaping @Sendable (HTTPRequest) -> HTTPResponse? = { _ in nil },
  test: (HTTPServer) async throws -> Void
) async throws {
  let server = HTTPServer(
    configuration: configuration, logger: logger,
    responder: Responder(answer: answer, refuse: refuse))
  try server.start()
  do {
    try await withTaskExecutorPreference(BlockingExecutor()) { try await test(server) }
    await server.stop(deadline: .seconds(2))
  } catch {
    await server.stop(deadline: .zero)
    throw error
  }
}

/// Responds with the content of a request, so that a test can check it.
@Sendable func echo(_ request: HTTPRequest) -> HTTPAnswer {
  let form = request.form.map { "\($0.name)=\($0.value)" }.joined(separator: "\n")
  return .now(.text("\(request.method.name) \(request.path) \(request.query ?? "-")\n\(form)"))
}

/// A configuration with a free port and a test's changes.
func configured(_ change: (inout HTTPServer.Configuration) -> Void) -> HTTPServer.Configuration {
  var configuration = HTTPServer.Configuration()
  configuration.port = 0
  change(&configuration)
  return configuration
}

/// Returns the closure, for better readability before a second closure with the same label.
func answering(
  _ answer: @escaping @Sendable (HTTPRequest) -> HTTPAnswer
) -> @Sendable (HTTPRequest) -> HTTPAnswer {
  answer
}

/// Waits for an action of the server's threads.
func until(_ condition: () -> Bool) async throws {
  while !condition() { try await Task.sleep(for: .milliseconds(1)) }
}
