package import CairnTesting
package import Foundation

/// A transport that sends a browser's requests through TLS, from another address than the proxy's.
package struct TLSTransport: BrowserTransport {
  package let port: UInt16
  /// The trusted certificate.
  package let certificate: URL
  /// The client's address.
  package let address: String

  package init(port: UInt16, certificate: URL, address: String) {
    (self.port, self.certificate, self.address) = (port, certificate, address)
  }

  package var origin: String { "https://example.org" }

  /// Opens a connection for several requests.
  package func connect() throws -> TLSConnection {
    try TLSConnection(port: port, certificate: certificate, address: address)
  }

  package func send(_ request: BrowserRequest) async throws -> BrowserResponse {
    let connection = try connect()
    try connection.send(bytes(of: request))
    let answer = try await connection.readToEnd()
    var parser = HTTPAnswerParser(method: request.method)
    if case .complete(let response) = try parser.receive(answer) { return response }
    return try parser.receiveEnd()
  }

  private func bytes(of request: BrowserRequest) -> Data {
    var head = "\(request.method) \(request.target) HTTP/1.1\r\nHost: example.org\r\n"
    for (name, value) in request.headers { head += "\(name): \(value)\r\n" }
    if request.method == "POST" { head += "Content-Length: \(request.body.count)\r\n" }
    return Data((head + "Connection: close\r\n\r\n").utf8) + Data(request.body)
  }
}
