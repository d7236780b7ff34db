import CairnTesting
import Foundation
import RedisServers
import Testing

/// A Redis with TLS, and a stunnel that connects to it, both with the configurations from the article on Redis.
///
/// Only the ports, the address of Redis, and the paths of the certificate are replaced.
final class TLSRedis {
  let server: RedisServer
  /// The port of stunnel, for stores.
  private let port: ReservedPort
  private let tlsPort: ReservedPort
  private let directory: URL
  private let stunnel = Process()
  private let log = Pipe()

  /// Starts both, and returns when stunnel accepts connections.
  /// - Parameter host: The host in the certificate of Redis. In the article, it's `redis.internal`.
  init(host: String) throws {
    port = try ReservedPort()
    tlsPort = try ReservedPort()
    directory = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let certificate = directory.appending(path: "certificate.pem").path
    let key = directory.appending(path: "key.pem").path
    try Self.makeCertificate(for: host, at: certificate, key: key)
    let settings = try Self.article(
      /```text\n(tls-port [^`]*)```/,
      [
        ("tls-port 6380", "tls-port \(tlsPort.number)"),
        ("/etc/redis/redis.crt", certificate), ("/etc/redis/redis.key", key),
      ])
    server = try RedisServer(
      arguments: settings.split(separator: "\n").flatMap { line in
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        return ["--\(words[0])"] + words.dropFirst()
      })
    let configuration = try Self.article(
      /```ini\n([^`]*)```/,
      [
        ("127.0.0.1:6379", "127.0.0.1:\(port.number)"),
        ("redis.internal:6380", "127.0.0.1:\(tlsPort.number)"),
        ("/etc/stunnel/redis-ca.pem", certificate),
      ])
    let path = directory.appending(path: "stunnel.conf")
    try configuration.write(to: path, atomically: true, encoding: .utf8)

    stunnel.executableURL = URL(filePath: "/usr/bin/env")
    stunnel.arguments = ["stunnel", path.path]
    stunnel.standardInput = FileHandle.nullDevice
    stunnel.standardOutput = FileHandle.nullDevice
    stunnel.standardError = log
    try stunnel.run()
    try waitForLog("Configuration successful")
  }

  deinit {
    if stunnel.isRunning {
      // KILL, because TERM is blocked. Dispatch's threads start processes with their own signal mask.
      kill(stunnel.processIdentifier, SIGKILL)
      stunnel.waitUntilExit()
    }
    try? FileManager.default.removeItem(at: directory)
  }

  /// Waits until stunnel has logged a text. Its lines after that must be few, because nothing reads them.
  func waitForLog(_ text: String) throws {
    var lines = ""
    while !lines.contains(text) {
      let data = log.fileHandleForReading.availableData
      try #require(!data.isEmpty, "stunnel has ended: \(lines)")
      lines += String(decoding: data, as: UTF8.self)
    }
  }

  var url: String { "redis://127.0.0.1:\(port.number)" }

  /// Returns a block of the article, with other values.
  private static func article(
    _ block: Regex<(Substring, Substring)>, _ replacements: [(String, String)]
  ) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = try String(
      contentsOf: root.appending(path: "Sources/Cairn/Cairn.docc/Redis.md"), encoding: .utf8)
    var text = String(try #require(article.firstMatch(of: block)).output.1)
    for (part, replacement) in replacements {
      try #require(text.contains(part), "\(part) is not in the article")
      text = text.replacing(part, with: replacement)
    }
    return text
  }

  private static func makeCertificate(for host: String, at path: String, key: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
      "-nodes", "-keyout", key, "-out", path, "-days", "2", "-subj", "/CN=\(host)",
      "-addext", "subjectAltName=DNS:\(host)",
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}
