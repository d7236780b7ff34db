import CairnTesting
import Foundation
import RedisServers
import Synchronization
import Ways

/// Three processes of the gallery that share Redis, behind nginx with the configuration from the article.
final class NginxFleet: BrowserTransport {
  private struct State {
    var servers: [GalleryProcess?] = [nil, nil, nil]
    /// The process to pause during the next request.
    var next: Int?
  }

  private let directory: URL
  private let redis: RedisServer
  private let ports: [ReservedPort]
  private let nginx: Nginx
  private let state = Mutex(State())

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    redis = try RedisServer("--appendonly", "yes")
    ports = try (0..<3).map { _ in try ReservedPort() }
    nginx = try Nginx(balancing: ports.map { Int($0.number) })
    // The first process creates the secret.
    for index in ports.indices { try start(index) }
  }

  deinit {
    for index in ports.indices { kill(index) }
    try? FileManager.default.removeItem(at: directory)
  }

  var origin: String { nginx.transport.origin }

  /// The port of nginx, which the origin doesn't contain.
  var port: UInt16 { nginx.port.number }

  /// The processes that aren't running.
  var killed: [Int] {
    state.withLock { state in state.servers.indices.filter { state.servers[$0] == nil } }
  }

  func start(_ index: Int) throws {
    let server = try GalleryProcess(
      [
        "--trusted-proxy", "127.0.0.1", "--sessions", redis.url,
        "--secret-file", directory.appending(path: "secret").path,
        "--database", directory.appending(path: "inventory\(index).sqlite").path,
      ], port: Int(ports[index].number))
    state.withLock { $0.servers[index] = server }
  }

  func kill(_ index: Int) {
    let server = state.withLock { state in
      defer { state.servers[index] = nil }
      return state.servers[index]
    }
    server?.end(by: SIGKILL)
  }

  /// Pauses a process during the next request, until its leases have ended. The request may reach any process.
  func pauseDuringNext(_ index: Int) { state.withLock { $0.next = index } }

  /// Sends a request, and repeats it if the store didn't reply in time, as on a busy machine. A repeated form is
  /// processed once.
  func send(_ request: BrowserRequest) async throws -> BrowserResponse {
    var response = try await sendOnce(request)
    for _ in 0..<10 where [503, 504].contains(response.status) { response = try await sendOnce(request) }
    return response
  }

  private func sendOnce(_ request: BrowserRequest) async throws -> BrowserResponse {
    let paused = state.withLock { state in
      defer { state.next = nil }
      return state.next.flatMap { state.servers[$0] }
    }
    guard let paused else { return try await nginx.transport.send(request) }
    paused.pause()
    defer { paused.resume() }
    async let response = nginx.transport.send(request)
    let others = state.withLock(\.servers).count { $0 != nil } - 1
    while try serversWithLeases > others { await Task.yield() }
    paused.resume()
    return try await response
  }

  /// The number of processes whose leases are valid.
  private var serversWithLeases: Int {
    get throws {
      try redis.command("KEYS", "cairn:{0}:server:*").split(separator: "\n")
        .count { !$0.hasSuffix(":asked") }
    }
  }
}
