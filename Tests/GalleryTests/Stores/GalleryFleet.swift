import CairnTesting
import Foundation
import Synchronization

/// Two processes of the gallery that share a session store, a secret, and an origin. Requests are sent to
/// the running ones in turn, as by a load balancer.
///
/// They have different addresses and the same port, because the name of the cookie contains the port.
final class GalleryFleet: BrowserTransport {
  private struct State {
    var servers: [GalleryProcess?] = []
    var requests = 0
    /// The process for all requests, or `nil` if they're sent to the processes in turn.
    var target: Int?
    var paused: Int?
  }

  let origin: String
  private let directory: URL
  private let reserved: ReservedPort
  private let sessions: [String]
  private let state = Mutex(State())

  /// - Parameter sessions: The URL of Redis for each process, or `nil` for a SQLite file.
  init(sessions: [String]?) throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let file = directory.appending(path: "sessions.sqlite").path
    self.sessions = sessions ?? [file, file]
    reserved = try ReservedPort()
    origin = "http://127.0.0.1:\(reserved.number)"
    // The first process creates the secret.
    for index in 0..<2 {
      let server = try process(index)
      state.withLock { $0.servers.append(server) }
    }
  }

  deinit {
    for index in 0..<2 { kill(index) }
    try? FileManager.default.removeItem(at: directory)
  }

  private func process(_ index: Int) throws -> GalleryProcess {
    try GalleryProcess(
      [
        "--host", Self.host(index), "--origin", origin, "--sessions", sessions[index],
        "--secret-file", directory.appending(path: "secret").path,
        "--database", directory.appending(path: "inventory\(index).sqlite").path,
      ], port: Int(reserved.number))
  }

  private static func host(_ index: Int) -> String { "127.0.0.\(index + 2)" }

  /// The processes that aren't running.
  var killed: [Int] {
    state.withLock { state in state.servers.indices.filter { state.servers[$0] == nil } }
  }

  func kill(_ index: Int) {
    let server = state.withLock { state in
      defer { state.servers[index] = nil }
      return state.servers[index]
    }
    server?.end(by: SIGKILL)
  }

  func start(_ index: Int) throws {
    let server = try process(index)
    state.withLock { $0.servers[index] = server }
  }

  /// Stops a process between two instructions, until ``resume(_:)``. Requests are sent to the other one.
  func pause(_ index: Int) {
    state.withLock { state in
      state.paused = index
      state.servers[index]?.pause()
    }
  }

  /// Continues a process after ``pause(_:)``.
  func resume(_ index: Int) {
    state.withLock { state in
      state.paused = nil
      state.servers[index]?.resume()
    }
  }

  /// Sends all requests to one process if it's running, instead of to both in turn.
  func turn(to index: Int) { state.withLock { $0.target = index } }

  /// Sends a request, and repeats it if the store didn't reply in time, as on a busy machine. A repeated
  /// form is processed once.
  func send(_ request: BrowserRequest) async throws -> BrowserResponse {
    var response = try await sendOnce(request)
    for _ in 0..<10 where response.status == 503 { response = try await sendOnce(request) }
    return response
  }

  private func sendOnce(_ request: BrowserRequest) async throws -> BrowserResponse {
    let index = state.withLock { state in
      state.requests += 1
      let next = state.target ?? state.requests % 2
      return state.servers[next] == nil || state.paused == next ? 1 - next : next
    }
    return try await send(request, to: index)
  }

  /// Sends a request to one process, and doesn't repeat it.
  func send(_ request: BrowserRequest, to index: Int) async throws -> BrowserResponse {
    var request = request
    request.headers.append(("Host", String(origin.dropFirst("http://".count))))
    return try await SocketTransport(
      host: Self.host(index), port: Int(reserved.number), timeout: 300
    ).send(request)
  }
}
