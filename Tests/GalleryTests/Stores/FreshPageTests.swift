import CairnRedis
import CairnSQLite
import CairnServer
import CairnSessions
import CairnTesting
import Foundation
import RedisServers
import Synchronization
import Testing
import Ways

@testable import Gallery

/// Two servers share one store, behind a balancer that sends consecutive requests of a browser to any of them.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct FreshPageTests {
  enum Order: CaseIterable, Sendable {
    case alternating
    case random
  }

  enum Store: CaseIterable, Sendable {
    case sqlite
    case redis
  }

  /// Forwards each request to one of the servers.
  private final class Balancer: BrowserTransport {
    private let sites: [GallerySite]
    private let next: Mutex<Int?>
    private let order: Order
    private let count = Atomic<UInt64>(0)

    init(_ sites: [GallerySite], _ order: Order, next: Int? = nil) {
      self.sites = sites
      self.order = order
      self.next = Mutex(next)
    }

    /// Sends all requests to a server from now on, or to both of them again if `index` is `nil`.
    func stay(at index: Int?) { next.withLock { $0 = index } }

    func send(_ request: BrowserRequest) async throws -> BrowserResponse {
      let number = count.add(1, ordering: .relaxed).newValue
      // The same numbers in each run, but without a pattern of requests.
      let random = (number &* 0x9e37_79b9_7f4a_7c15) >> 40 & 1
      let index = next.withLock { $0 } ?? Int(order == .random ? random : number & 1)
      return try await sites[index].transport.send(request)
    }
  }

  /// Runs two servers, each with its own connections to the same store.
  private func withSites(
    _ store: Store, _ body: ([GallerySite]) async throws -> Void
  ) async throws {
    switch store {
    case .sqlite:
      let directory = FileManager.default.temporaryDirectory
        .appending(path: "cairn-fresh-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      let path = directory.appending(path: "sessions.sqlite").path
      try await body(
        (0..<2).map { _ in try GallerySite(sessions: SQLiteSessionStore(path: path)) })
      try FileManager.default.removeItem(at: directory)
    case .redis:
      let redis = try RedisServer("--appendonly", "yes")
      var configuration = try RedisSessionStore.Configuration(url: redis.url, environment: [:])
      configuration.timeout = .seconds(60)
      let stores = try (0..<2).map { _ in try RedisSessionStore(configuration: configuration) }
      try await body(stores.map { try GallerySite(sessions: $0) })
      for store in stores { await store.close() }
      redis.end()
    }
  }

  @Test(arguments: Order.allCases, Store.allCases)
  func `The page after a form shows its result, whichever server responds`(
    order: Order, store: Store
  ) async throws {
    try await withSites(store) { sites in
      let browser = Browser(Balancer(sites, order))
      try await browser.open("/inventory/stocktake/1")
      for count in 1...150 {
        try await browser.click("Increment")
        #expect(browser.notice == nil)
        #expect(try browser.field("Counted").value == "\(100 + count)")
      }
    }
  }

  @Test(arguments: Order.allCases, Store.allCases)
  func `A later page shows what any server has acknowledged`(
    order: Order, store: Store
  ) async throws {
    try await withSites(store) { sites in
      let browser = Browser(Balancer(sites, order))
      try await browser.open("/inventory/stocktake/1")
      try await browser.click("Increment")
      for count in 2...20 {
        try await browser.click("Increment")
        for _ in 0..<3 {
          try await browser.reload()
          #expect(try browser.field("Counted").value == "\(100 + count)")
        }
      }
    }
  }

  /// Another tab's form, which this server processes, doesn't make its old copy of the first tab's scene current.
  @Test(arguments: Store.allCases)
  func `A form of another tab doesn't hide that a copy is old`(store: Store) async throws {
    try await withSites(store) { sites in
      let balancer = Balancer(sites, .alternating, next: 0)
      let first = Browser(balancer)
      try await first.open("/inventory/stocktake/1")
      try await first.click("Increment")
      let second = first.newTab()
      try await second.open("/inventory/stocktake/2")
      try await second.click("Increment")
      balancer.stay(at: 1)
      try await first.click("Increment")
      balancer.stay(at: 0)
      try await second.click("Increment")
      try await first.reload()
      #expect(try first.field("Counted").value == "102")
    }
  }
}
