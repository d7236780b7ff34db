import CairnBytes
import Logging
import Synchronization

/// A test of libmicrohttpd that runs before a process starts its first server.
///
/// It tests behavior that this module relies on, but that the library's interface doesn't guarantee.
package enum LibraryTrial {
  /// How heads are checked with the library that the process runs with, or the error of the test.
  static let outcome = outcome(
    version: HeadReading.libraryVersion, headReading: HeadReading.ofLibrary)

  /// Tests a method of checking heads.
  ///
  /// - Parameter headReading: The method to test, or `nil` if no method is known for the version.
  package static func outcome(
    version: String, headReading: HeadReading?
  ) -> Result<HeadReading, HTTPServerError> {
    guard let headReading else {
      return .failure(
        .libraryUnsupported(
          version: version, reason: "its way of reading requests isn't known to be safe"))
    }
    do throws(HTTPServerError) {
      if let reason = try fault(with: headReading) {
        return .failure(.libraryUnsupported(version: version, reason: reason))
      }
      return .success(headReading)
    } catch {
      return .failure(error)
    }
  }

  /// Heads that can be interpreted in two ways.
  private static let ambiguousHeads = [
    "GET / HTTP/1.1\nHost: a\r\n\r\n",
    "GET / x HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: y\r\n z\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nTransfer-Encoding\u{b}: chunked\r\n\r\n",
  ]
  private static let ordinaryHead = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
  private static let streamHead = "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n"

  /// Returns a description of a behavior that's wrong, or `nil` if the library passes all tests.
  private static func fault(
    with headReading: HeadReading
  ) throws(HTTPServerError) -> String? {
    var configuration = HTTPServer.Configuration()
    configuration.port = 0
    configuration.daemons = 1
    configuration.connectionLimit = 16
    configuration.sweepInterval = nil
    configuration.headReading = headReading
    let responder = TrialResponder()
    let server = HTTPServer(
      configuration: configuration,
      logger: Logger(label: "cairn.trial") { _ in SwiftLogNoOpLogHandler() }, responder: responder)
    try server.start()
    defer { server.blockingStop(deadline: .zero) }

    for head in ambiguousHeads {
      let connection = TrialConnection(port: server.port)
      connection.send(head)
      let answer = connection.read()
      guard answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"), responder.count == 0 else {
        return "it accepts requests that can be read in two ways"
      }
    }
    let ordinary = TrialConnection(port: server.port)
    ordinary.send(ordinaryHead)
    guard ordinary.read(until: "served").hasSuffix("served") else {
      return "it doesn't answer a valid request"
    }
    // A stream takes over the socket, and the library must only close its own copy of it.
    let streaming = TrialConnection(port: server.port)
    streaming.send(streamHead)
    let first = streaming.read(until: "first")
    // When the library's thread has answered another connection, it has finished with this one.
    ordinary.send(ordinaryHead)
    _ = ordinary.read(until: "served")
    responder.stream.send(Array("second".utf8))
    responder.stream.close()
    guard first.hasSuffix("first"), streaming.read().hasSuffix("second") else {
      return "it touches a socket that a stream has taken over"
    }
    return nil
  }
}

private final class TrialResponder: HTTPResponder {
  let stream = HTTPStream()
  private let served = Atomic(0)

  /// The number of requests that have reached the responder.
  var count: Int { served.load(ordering: .sequentiallyConsistent) }

  func respond(to request: HTTPRequest) -> HTTPAnswer {
    served.add(1, ordering: .sequentiallyConsistent)
    guard request.path.hasSameBytes(as: "/stream") else { return .now(.text("served")) }
    stream.send(Array("first".utf8))
    return .now(HTTPResponse(body: .stream(stream)))
  }
}
