package import CairnTesting
package import Foundation
import Synchronization
import Testing

/// A running nginx with the configuration from the article on deployment, in a temporary folder.
///
/// Only the ports and the paths of the certificate are replaced, and the rate for a test of the rate. Its host is
/// `example.org`, as in the article.
///
/// A shell ends nginx when this process exits for any reason. It waits for the end of a pipe that only this process
/// holds open.
package final class Nginx {
  package let port: ReservedPort
  package let plainPort: ReservedPort
  /// The folder with the configuration and the certificate that clients trust.
  package let directory: URL
  private let shell = Process()
  private let lifeline = Pipe()

  // KILL, because TERM is blocked. Dispatch's threads start processes with their own signal mask.
  private static let script = """
    set -m
    nginx -p "$0/" -c "$0/nginx.conf" </dev/null &
    exec >&- 2>&-
    read -r _
    kill -KILL -- -$!
    wait
    """

  /// Starts nginx in front of a server, and returns when nginx is listening.
  /// - Parameters:
  ///   - server: The port of the server.
  ///   - rate: The maximum rate of requests, or `nil` for the article's.
  package convenience init(before server: Int, rate: String? = nil) throws {
    var servers = try Article("Deployment").block("nginx", of: 3)
    if let rate {
      try #require(servers.contains("rate=50r/s"))
      servers.replace("rate=50r/s", with: "rate=\(rate)")
    }
    try self.init(servers, [("http://127.0.0.1:8080;", "http://127.0.0.1:\(server);")])
  }

  /// Starts nginx in front of two servers below prefixes, and returns when nginx is listening.
  /// - Parameters:
  ///   - first: The prefix and the port that replace `/inventory` and 8080.
  ///   - second: The prefix and the port that replace `/menu` and 8081.
  package convenience init(
    before first: (prefix: String, port: Int), and second: (prefix: String, port: Int)
  ) throws {
    let article = try Article("Deployment")
    let servers = try article.block("nginx", of: 3)
    var locations = try article.block("nginx", 1, of: 3)
    for (name, server) in [("inventory", first), ("menu", second)] {
      locations.replace(name, with: String(server.prefix.dropFirst()))
    }
    // The lines of the article replace both locations of the server.
    let start = try #require(servers.range(of: "  location / {")?.lowerBound)
    let end = try #require(servers[start...].range(of: "\n}\n")?.lowerBound)
    try self.init(
      servers.replacingCharacters(in: start..<end, with: locations),
      [
        ("http://127.0.0.1:8080;", "http://127.0.0.1:\(first.port);"),
        ("http://127.0.0.1:8081;", "http://127.0.0.1:\(second.port);"),
      ])
  }

  /// Starts nginx in front of two servers of one application, and returns when nginx is listening.
  /// - Parameters:
  ///   - first: The port of the server that replaces 10.0.0.11.
  ///   - second: The port of the server that replaces 10.0.0.12.
  package convenience init(balancing first: Int, _ second: Int) throws {
    let article = try Article("Deployment")
    let servers = try article.block("nginx", of: 3)
    try #require(servers.contains("http://127.0.0.1:8080;"))
    try self.init(
      try article.block("nginx", 2, of: 3)
        + servers.replacing("http://127.0.0.1:8080;", with: "http://inventory;"),
      [
        ("server 10.0.0.11:8080;", "server 127.0.0.1:\(first);"),
        ("server 10.0.0.12:8080;", "server 127.0.0.1:\(second);"),
      ])
  }

  /// - Parameters:
  ///   - servers: The article's server blocks.
  ///   - upstreams: The replacements for the addresses of the servers.
  private init(_ servers: String, _ upstreams: [(String, String)]) throws {
    port = try ReservedPort()
    plainPort = try ReservedPort()
    directory = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try Self.makeCertificate(in: directory)
    try configuration(servers, upstreams).write(
      to: directory.appending(path: "nginx.conf"), atomically: true, encoding: .utf8)

    let output = Pipe()
    shell.executableURL = URL(filePath: "/bin/bash")
    shell.arguments = ["-c", Self.script, directory.path]
    shell.environment = ProcessInfo.processInfo.environment.merging(
      ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]) { own, system in "\(own):\(system)" }
    shell.standardInput = lifeline
    shell.standardError = output
    shell.standardOutput = output
    try shell.run()
    // nginx logs its event method after it has started to listen.
    var text = ""
    while !text.contains("event method") {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "nginx has ended: \(text)")
      text += String(decoding: data, as: UTF8.self)
    }
  }

  /// A transport that sends requests to nginx from another address than its own.
  package var transport: TLSTransport {
    TLSTransport(
      port: port.number, certificate: directory.appending(path: "certificate.pem"),
      address: "127.0.0.2")
  }

  deinit {
    try? lifeline.fileHandleForWriting.close()
    shell.waitUntilExit()
    try? FileManager.default.removeItem(at: directory)
  }

  /// Returns the article's server blocks, with free ports and the test's certificate.
  private func configuration(_ servers: String, _ upstreams: [(String, String)]) throws -> String {
    var servers = servers
    for (text, replacement) in upstreams + [
      (
        "listen 443 ssl default_server;",
        "listen 127.0.0.1:\(port.number) ssl default_server;"
      ),
      ("listen 80 default_server;", "listen 127.0.0.1:\(plainPort.number) default_server;"),
      ("listen 443 ssl;", "listen 127.0.0.1:\(port.number) ssl;"),
      ("listen 80;", "listen 127.0.0.1:\(plainPort.number);"),
      ("/etc/ssl/example.org/fullchain.pem", "certificate.pem"),
      ("/etc/ssl/example.org/privkey.pem", "key.pem"),
    ] {
      try #require(servers.contains(text), "\(text) is not in the article")
      servers = servers.replacing(text, with: replacement)
    }
    return """
      daemon off;
      master_process off;
      pid nginx.pid;
      error_log stderr notice;
      events {}
      http {
        access_log off;
        client_body_temp_path body;
        proxy_temp_path proxy;
        fastcgi_temp_path fastcgi;
        uwsgi_temp_path uwsgi;
        scgi_temp_path scgi;
      \(servers)
      }

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
