import CairnTesting
import Synchronization
import Testing
package import WebDriver

/// A flow on its way, with the sites and users that it has.
package final class Visit: Sendable {
  @TaskLocal package static var current: Visit?

  private struct State {
    var sites: [FlowSite] = []
    /// What each user saw last.
    var sights: [LastSight] = []
    /// Whether a server was ended under its users.
    var wasRestarted = false
  }

  package let way: Way
  package let chromium: Chromium?
  /// Whether the users in Chromium have a mouse; else they have keys alone.
  package let hasMouse: Bool
  private let state = Mutex(State())

  private init(_ way: Way, _ chromium: Chromium? = nil, hasMouse: Bool = true) {
    self.way = way
    self.chromium = chromium
    self.hasMouse = hasMouse
  }

  /// Takes a flow, and answers what it leaves behind.
  package static func take(
    _ way: Way, hasMouse: Bool = true, _ flow: @Sendable () async throws -> Void
  ) async throws -> Traces {
    guard way == .chromium else { return try await Visit(way).take(flow) }
    return try await Chromium.run(.flows, opensTab: false) { chromium in
      let visit = Visit(way, chromium, hasMouse: hasMouse)
      let traces = try await visit.take(flow)
      let complaints = try await chromium.complaints.filter { complaint in
        // A page that is not there is answered with its status; a server that ends says so or is missed.
        // A page that asks before it is left can not ask at a reload that nobody has asked for. A form whose session
        // has gone is offered again with its status.
        !complaint.contains("status of 404") && !complaint.contains("'beforeunload'")
          && !(visit.mayLoseSessions && complaint.contains("status of 409"))
          && !(visit.state.withLock(\.wasRestarted) && complaint.contains(/net::ERR_|status of 50/))
      }
      #expect(complaints == [])
      return traces
    }
  }

  private func take(_ flow: () async throws -> Void) async throws -> Traces {
    let result: Result<Traces, any Error>
    do {
      try await Self.$current.withValue(self) { try await flow() }
      let traces = try await traces()
      try await chromium?.closeTabs()
      result = .success(traces)
    } catch {
      result = .failure(error)
    }
    for site in state.withLock(\.sites) { await site.stop() }
    return try result.get()
  }

  func add(_ site: FlowSite) {
    state.withLock { $0.sites.append(site) }
  }

  private var mayLoseSessions: Bool { state.withLock { $0.sites.contains(where: \.losesSessions) } }

  func noteRestart() {
    state.withLock { $0.wasRestarted = true }
  }

  /// Takes in a user; answers a number.
  func addUser() -> Int {
    state.withLock { state in
      state.sights.append(LastSight())
      return state.sights.count - 1
    }
  }

  func note(_ sight: LastSight, of user: Int) {
    state.withLock { $0.sights[user] = sight }
  }

  private func traces() async throws -> Traces {
    let (sites, sights) = state.withLock { ($0.sites, $0.sights) }
    return try await Traces(sites, sights)
  }
}

/// What a user saw last, and where.
struct LastSight: Sendable {
  var sight: Sight?
  var path = ""
  var notice: String?
  var mark: String?
}
