import CairnTesting

/// A browser behind a trusted proxy that reports the browser's address.
struct Forwarded: BrowserTransport {
  let socket: SocketTransport
  let address: String
  var origin: String { socket.origin }

  func send(_ request: BrowserRequest) async throws -> BrowserResponse {
    var request = request
    request.headers.append(("X-Forwarded-For", address))
    return try await socket.send(request)
  }
}
