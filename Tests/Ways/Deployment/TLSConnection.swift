package import Foundation

/// A TLS connection to `example.org` on this machine, through the `openssl` command.
package final class TLSConnection: Sendable {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// - Parameters:
  ///   - certificate: The trusted certificate.
  ///   - address: The client's address.
  package init(port: UInt16, certificate: URL, address: String) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "openssl", "s_client", "-quiet", "-verify_quiet", "-verify_return_error",
      "-CAfile", certificate.path, "-connect", "127.0.0.1:\(port)", "-bind", "\(address):0",
      "-servername", "example.org", "-verify_hostname", "example.org",
    ]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit { close() }

  /// Closes the connection.
  package func close() {
    guard process.isRunning else { return }
    // KILL, because TERM is blocked. Dispatch's threads start processes with their own signal mask.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  package func send(_ bytes: Data) throws {
    try input.fileHandleForWriting.write(contentsOf: bytes)
  }

  package func send(_ text: String) throws { try send(Data(text.utf8)) }

  /// Reads until a condition on all bytes so far is met, or until the server closes the connection.
  package func read(until isEnough: @escaping @Sendable (String) -> Bool) async -> String {
    await onThread { [output] in
      var text = ""
      while !isEnough(text) {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { break }
        text += String(decoding: data, as: UTF8.self)
      }
      return text
    }
  }

  /// Reads until the server closes the connection.
  package func readToEnd() async throws -> Data {
    try await onThread { [output] in
      Result { try output.fileHandleForReading.readToEnd() ?? Data() }
    }.get()
  }

  /// Runs a closure on its own thread, because reading blocks and tasks have only a few threads.
  private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }
}
