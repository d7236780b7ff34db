import CairnServer
import CairnTesting
import Foundation
import GRDB
import Testing
import Ways

@testable import Gallery

/// A client that follows every link and keeps no cookies doesn't use resources permanently.
@Suite(.timeLimit(.minutes(30)), .serialized, .withoutScript(.process)) struct CrawlerTests {
  @Test func `Requests for many locations leave no stored or live scenes`() async throws {
    let site = try GallerySite(of: Item.seed(count: 100))
    let transport = site.transport
    for number in 1...100 {
      for location in [
        "", "/add", "/items/\(number)", "/items/\(number)/duplicate", "/stocktake/1",
      ] {
        let response = try await transport.send(
          BrowserRequest(target: "/inventory\(location)?~\(number)"))
        #expect(response.status == 200)
      }
      // Let other tests make progress with their effects.
      await Task.yield()
    }
    #expect(site.sessionCount == 0 && site.sceneCount == 0)
    #expect(site.server.sessionCount == 0 && site.server.sceneCount == 0)
  }

  /// The maximum growth of the process in bytes while it serves 8,000 more locations. It's a quarter of
  /// a kilobyte per location, less than any session or scene needs.
  private static let growthLimit = 8_000 * 256

  @Test func `Ten thousand locations leave neither rows nor memory behind`() async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appending(path: "sessions.sqlite").path
    let gallery = try GalleryProcess([
      "--database", ":memory:", "--sessions", file, "--items", "10000",
    ])
    defer { gallery.end(by: SIGKILL) }
    try await crawl(1...2_000, gallery)
    let before = try Self.residentBytes(of: gallery)
    try await crawl(2_001...10_000, gallery)
    let growth = try Self.residentBytes(of: gallery) - before
    #expect(growth < Self.growthLimit)
    let rows = try await DatabaseQueue(path: file).read { database in
      try ["sessions", "scenes", "submissions"].map {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \($0)")
      }
    }
    #expect(rows == [0, 0, 0])
  }

  private func crawl(_ numbers: ClosedRange<Int>, _ gallery: GalleryProcess) async throws {
    let transport = SocketTransport(port: gallery.port)
    try await withThrowingTaskGroup { group in
      for part in 0..<4 {
        group.addTask {
          for number in numbers where number % 4 == part {
            let response = try await transport.send(
              BrowserRequest(target: "/inventory/items/\(number)"))
            try #require(response.status == 200)
            try #require(response.headerValues("Set-Cookie").count == 1)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// The current memory use of a process.
  private static func residentBytes(of gallery: GalleryProcess) throws -> Int {
    let path = "/proc/\(gallery.process.processIdentifier)/statm"
    let numbers = try String(contentsOfFile: path, encoding: .utf8).split(separator: " ")
    return try #require(numbers.dropFirst().first.flatMap { Int($0) })
      * sysconf(Int32(_SC_PAGESIZE))
  }
}
