import CairnTesting
import Foundation
import Testing
import Ways

/// A running Caddy with the configuration from the article on deployment, in a temporary folder.
///
/// Only the port of the server is replaced. Global options set Caddy's own ports. The host is `example.org`, as in the
/// article, so Caddy uses a certificate of the test.
///
/// A shell ends Caddy when this process exits for any reason. It waits for the end of a pipe that only this process holds
/// open.
final class Caddy {
  let port: ReservedPort
  let plainPort: ReservedPort
  /// The folder with the configuration and the certificate that clients trust.
  let directory: URL
  private let shell = Process()
  private let lifeline = Pipe()
  // Caddy ends if it can't write to its log.
  private let log = Pipe()

  // KILL, because TERM is blocked. Dispatch's threads start processes with their own signal mask.
  private static let script = """
    set -m
    cd "$0"
    caddy run --config Caddyfile --adapter caddyfile </dev/null &
    exec >&- 2>&-
    read -r _
    kill -KILL -- -$!
    wait
    """

  /// Starts Caddy in front of a server, and returns when Caddy is listening.
  /// - Parameter server: The port of the server.
  init(before server: Int) throws {
    port = try ReservedPort()
    plainPort = try ReservedPort()
    directory = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try Self.makeCertificate(in: directory)
    try configuration(before: server).write(
      to: directory.appending(path: "Caddyfile"), atomically: true, encoding: .utf8)

    shell.executableURL = URL(filePath: "/bin/bash")
    shell.arguments = ["-c", Self.script, directory.path]
    var environment = ProcessInfo.processInfo.environment
    // Caddy keeps its files below the user's folder.
    environment["HOME"] = directory.path
    environment["XDG_CONFIG_HOME"] = nil
    environment["XDG_DATA_HOME"] = nil
    shell.environment = environment
    shell.standardInput = lifeline
    shell.standardError = log
    shell.standardOutput = log
    try shell.run()
    // Caddy logs this after it has started to listen.
    var text = ""
    while !text.contains("serving initial configuration") {
      let data = log.fileHandleForReading.availableData
      try #require(!data.isEmpty, "Caddy has ended: \(text)")
      text += String(decoding: data, as: UTF8.self)
    }
  }

  deinit {
    try? lifeline.fileHandleForWriting.close()
    shell.waitUntilExit()
    try? FileManager.default.removeItem(at: directory)
  }

  /// Returns the article's configuration, with free ports and the test's certificate.
  private func configuration(before server: Int) throws -> String {
    var sites = try Article("Deployment").block("caddyfile", of: 1)
    for (text, replacement) in [
      ("reverse_proxy 127.0.0.1:8080 ", "reverse_proxy 127.0.0.1:\(server) "),
      ("\t# Larger than", "\ttls certificate.pem key.pem\n\t# Larger than"),
    ] {
      try #require(sites.contains(text), "\(text) is not in the article")
      sites = sites.replacing(text, with: replacement)
    }
    return """
      {
        admin off
        http_port \(plainPort.number)
        https_port \(port.number)
        default_bind 127.0.0.1
        storage file_system data
        servers {
          protocols h1
        }
      }

      \(sites)
      """
  }

  private static func makeCertificate(in directory: URL) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-keyout", directory.appending(path: "key.pem").path,
      "-out", directory.appending(path: "certificate.pem").path,
      "-days", "2", "-subj", "/CN=example.org", "-addext", "subjectAltName=DNS:example.org",
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}
