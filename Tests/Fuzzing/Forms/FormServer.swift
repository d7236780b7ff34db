import Logging
import Synchronization

@testable import CairnHTTP

/// A server on a local port that keeps the last form. Forms of both types are read as they arrive.
final class FormServer: HTTPResponder {
  private let form = Mutex<[(name: String, value: String)]>([])

  /// Starts a server, and returns it with its port.
  static func start() throws -> (server: FormServer, port: UInt16) {
    let responder = FormServer()
    var configuration = HTTPServer.Configuration()
    configuration.port = 0
    configuration.daemons = 1
    configuration.connectionTimeout = 600
    configuration.limits.maxUploadSize = 1024 * 1024
    var logger = Logger(label: "fuzzing")
    logger.logLevel = .critical
    let server = HTTPServer(configuration: configuration, logger: logger, responder: responder)
    try server.start()
    return (responder, UInt16(server.port))
  }

  func respond(to request: HTTPRequest) -> HTTPAnswer {
    form.withLock { $0 = request.form }
    return .now(.text("read"))
  }

  func errorResponse(status: HTTPStatus, request: HTTPRequest) -> HTTPResponse {
    .text("refused", status: status)
  }

  /// The form of the last request.
  var last: [(name: String, value: String)] { form.withLock { $0 } }
}
