import CairnTesting
import Foundation
import Glibc
import HostileInputs
import Testing
import Ways

/// The server's memory stays below the sum of its limits for any client behavior.
@Suite(.timeLimit(.minutes(30)), .serialized, .withoutScript(.load)) struct MemoryTests {
  private static let limit = 512 << 20

  private static func resident(_ server: GalleryProcess) throws -> Int {
    let text = try String(
      contentsOfFile: "/proc/\(server.process.processIdentifier)/statm", encoding: .utf8)
    let pages = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Sends bytes on a new connection and leaves it open.
  private static func send(_ bytes: [UInt8], to port: Int, from address: Int) -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    func at(_ port: UInt16, _ address: UInt32) -> sockaddr_in {
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_port = port.bigEndian
      place.sin_addr.s_addr = address.bigEndian
      return place
    }
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    var own = at(0, UInt32(0x7f01_0001 + address))
    var there = at(UInt16(port), 0x7f00_0001)
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    withUnsafePointer(to: &own) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = bind(descriptor, $0, size) }
    }
    withUnsafePointer(to: &there) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = connect(descriptor, $0, size) }
    }
    HostileClient.send(bytes, on: descriptor)
    return descriptor
  }

  @Test func `Memory stays below the limits with all kinds of load combined`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // In-memory sessions are the worst case, because stored data counts too.
    let server = try GalleryProcess(["--database", ":memory:", "--sessions", ":memory:"])
    defer { server.end(by: SIGTERM) }
    var most = try Self.resident(server)
    func look(_ what: String) throws {
      let now = try Self.resident(server)
      most = max(most, now)
      #expect(now < Self.limit, "\(what): \(now >> 20) MB")
    }

    // Many sessions, whose scenes hold as much text as forms allow.
    let text = String(repeating: "x", count: 250_000)
    for session in 0..<60 {
      let browser = Browser(SocketTransport(port: server.port))
      for _ in 0..<4 {
        try await browser.open("/inventory")
        try await browser.click("Add")
        try browser.fill("Name", with: text)
        try await browser.click("Apply")
      }
      if session % 10 == 9 { try look("sessions with large forms") }
    }

    // Bodies that never end, and responses that the client doesn't read.
    var open: [Int32] = []
    defer { for descriptor in open { close(descriptor) } }
    let head =
      "POST /counters HTTP/1.1\r\nHost: localhost:\(server.port)\r\n"
      + "Origin: http://localhost:\(server.port)\r\n"
      + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000000\r\n\r\n"
    let unfinished = Array(head.utf8) + [UInt8](repeating: 97, count: 990_000)
    for number in 0..<400 {
      open.append(Self.send(unfinished, to: server.port, from: number % 20))
    }
    try look("bodies that never end")
    let get = Array("GET /inventory HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n".utf8)
    for number in 0..<400 {
      open.append(Self.send(get + get + get, to: server.port, from: 20 + number % 20))
    }
    try look("responses that the client doesn't read")
    // The maximum number of connections, each with the longest possible head.
    let long = Array("GET / HTTP/1.1\r\nX: ".utf8) + [UInt8](repeating: 97, count: 30_000)
    for number in 0..<2_500 {
      open.append(Self.send(long, to: server.port, from: 40 + number % 20))
    }
    try look("heads that never end")
    print("Peak memory: \(most >> 20) MB")
  }
}
