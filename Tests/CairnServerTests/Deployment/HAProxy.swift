import CairnTesting
import Foundation
import Testing
import Ways

/// A running HAProxy with the configuration from the article on deployment, in a temporary folder.
///
/// Only the ports, the addresses of the servers, and the path of the certificate are replaced. The host is
/// `example.org`, as in the article.
///
/// A shell ends HAProxy when this process exits for any reason. It waits for the end of a pipe that only this process
/// holds open.
final class HAProxy {
  let port: ReservedPort
  let plainPort: ReservedPort
  /// The folder with the configuration and the certificate that clients trust.
  let directory: URL
  private let shell = Process()
  private let lifeline = Pipe()
  private let log = Pipe()

  // KILL, because TERM is blocked. Dispatch's threads start processes with their own signal mask.
  private static let script = """
    set -m
    cd "$0"
    haproxy -W -db -f haproxy.cfg </dev/null &
    exec >&- 2>&-
    read -r _
    kill -KILL -- -$!
    wait
    """

  /// Starts HAProxy in front of two servers, and returns when HAProxy is listening.
  /// - Parameters:
  ///   - first: The port of the server `one`.
  ///   - second: The port of the server `two`.
  init(balancing first: Int, _ second: Int) throws {
    port = try ReservedPort()
    plainPort = try ReservedPort()
    directory = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try Self.makeCertificate(in: directory)
    try configuration(first, second).write(
      to: directory.appending(path: "haproxy.cfg"), atomically: true, encoding: .utf8)

    shell.executableURL = URL(filePath: "/bin/bash")
    shell.arguments = ["-c", Self.script, directory.path]
    shell.environment = ProcessInfo.processInfo.environment.merging(
      ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]) { own, system in "\(own):\(system)" }
    shell.standardInput = lifeline
    shell.standardError = log
    shell.standardOutput = log
    try shell.run()
    // HAProxy logs this after it has started to listen.
    try Self.read(log, until: "Loading success")
  }

  deinit {
    try? lifeline.fileHandleForWriting.close()
    shell.waitUntilExit()
    try? FileManager.default.removeItem(at: directory)
  }

  /// A transport that sends requests to HAProxy from another address than its own.
  var transport: TLSTransport {
    TLSTransport(
      port: port.number, certificate: directory.appending(path: "certificate.pem"),
      address: "127.0.0.2")
  }

  var plain: SocketTransport { SocketTransport(port: Int(plainPort.number)) }

  /// Waits until the log contains a text.
  func hasLogged(_ text: String) async throws {
    let result = await withCheckedContinuation { continuation in
      // Reading blocks its thread, and tasks have only a few threads.
      Thread.detachNewThread { [log] in
        continuation.resume(returning: Result { try Self.read(log, until: text) })
      }
    }
    try result.get()
  }

  private static func read(_ log: Pipe, until text: String) throws {
    var lines = ""
    while !lines.contains(text) {
      let data = log.fileHandleForReading.availableData
      try #require(!data.isEmpty, "HAProxy has ended: \(lines)")
      lines += String(decoding: data, as: UTF8.self)
    }
  }

  /// Returns the article's configuration, with free ports and the test's certificate.
  private func configuration(_ first: Int, _ second: Int) throws -> String {
    var text = try Article("Deployment").block("haproxy", of: 1)
    for (part, replacement) in [
      ("bind :80\n", "bind 127.0.0.1:\(plainPort.number)\n"),
      ("bind :443 ", "bind 127.0.0.1:\(port.number) "),
      ("/etc/ssl/example.org/haproxy.pem", "haproxy.pem"),
      ("server one 10.0.0.11:8080", "server one 127.0.0.1:\(first)"),
      ("server two 10.0.0.12:8080", "server two 127.0.0.1:\(second)"),
    ] {
      try #require(text.contains(part), "\(part) is not in the article")
      text = text.replacing(part, with: replacement)
    }
    return text
  }

  private static func makeCertificate(in directory: URL) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.currentDirectoryURL = directory
    process.arguments = [
      "-c",
      """
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem \
      -out certificate.pem -days 2 -subj /CN=example.org -addext subjectAltName=DNS:example.org \
      2>/dev/null && cat certificate.pem key.pem >haproxy.pem
      """,
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}
