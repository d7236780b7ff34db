@testable import CairnHTTP

/// The error of a producer.
struct ProducerFailure: Error {}

/// Notes what happens, and lets a test wait for it.
struct ProducerEvents: Sendable {
  private let stream: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func note(_ event: String) { continuation.yield(event) }

  func next() async -> String? {
    var iterator = stream.makeAsyncIterator()
    return await iterator.next()
  }
}

/// Notes completed requests.
private struct Observer: HTTPObserver {
  let events: ProducerEvents

  func completed(_ request: CompletedRequest) {
    events.note(
      "\(request.request.path) \(request.status?.rawValue ?? 0) \(request.bodySize) \(request.isComplete)"
    )
  }
}

/// A suite about responses whose bodies a task produces.
protocol ProducerSuite {
  var events: ProducerEvents { get }
}

extension ProducerSuite {
  var configuration: HTTPServer.Configuration {
    configured {
      $0.daemons = 1
      $0.observer = Observer(events: events)
    }
  }

  /// Runs a test with a server that responds with what a closure produces.
  func withProducer(
    configuration: HTTPServer.Configuration? = nil,
    headers: HTTPHeaders = ["Content-Type": "text/csv"],
    _ produce: @escaping @Sendable (HTTPStream) async throws -> Void,
    _ test: (HTTPServer) async throws -> Void
  ) async throws {
    try await withServer(
      configuration ?? self.configuration,
      answer: { [events] request in
        guard request.path == "/stream" else { return .now(.text("page")) }
        let stream = HTTPStream.producing(produce) { events.note("failed: \($0)") }
        return .now(HTTPResponse(headers: headers, body: .stream(stream)))
      }, test: test)
  }
}
