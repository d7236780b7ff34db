import Foundation

@testable import CairnTesting

/// A transport that sends a browser's requests through TLS, from another address than the proxy's.
struct TLSTransport: BrowserTransport {
  let port: UInt16
  /// The trusted certificate.
  let certificate: URL
  /// The client's address.
  let address: String

  var origin: String { "https://localhost:\(port)" }

  func send(_ request: BrowserRequest) async throws -> BrowserResponse {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "openssl", "s_client", "-quiet", "-verify_quiet", "-verify_return_error",
      "-CAfile", certificate.path, "-connect", "127.0.0.1:\(port)", "-bind", "\(address):0",
      "-servername", "localhost", "-verify_hostname", "localhost",
    ]
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: bytes(of: request))
    let answer = try await withCheckedThrowingContinuation { continuation in
      // Reading blocks its thread, and tasks have only a few threads.
      Thread.detachNewThread {
        continuation.resume(with: Result { try output.fileHandleForReading.readToEnd() ?? Data() })
      }
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    var parser = HTTPAnswerParser(method: request.method)
    if case .complete(let response) = try parser.receive(answer) { return response }
    return try parser.receiveEnd()
  }

  private func bytes(of request: BrowserRequest) -> Data {
    var head = "\(request.method) \(request.target) HTTP/1.1\r\nHost: localhost:\(port)\r\n"
    for (name, value) in request.headers { head += "\(name): \(value)\r\n" }
    if request.method == "POST" { head += "Content-Length: \(request.body.count)\r\n" }
    return Data((head + "Connection: close\r\n\r\n").utf8) + Data(request.body)
  }
}
