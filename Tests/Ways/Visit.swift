import CairnTesting
import Synchronization
import Testing
package import WebDriver

/// A run of a flow, with its sites and users.
package final class Visit: Sendable {
  @TaskLocal package static var current: Visit?

  private struct State {
    var sites: [FlowSite] = []
    /// The last page of each user.
    var sights: [LastSight] = []
    /// Whether a server was restarted during the flow.
    var wasRestarted = false
  }

  package let way: Way
  package let chromium: Chromium?
  /// Whether the users in Chromium have a mouse. Otherwise, they only have a keyboard.
  package let hasMouse: Bool
  private let state = Mutex(State())

  private init(_ way: Way, _ chromium: Chromium? = nil, hasMouse: Bool = true) {
    self.way = way
    self.chromium = chromium
    self.hasMouse = hasMouse
  }

  /// Runs a flow and returns its traces.
  package static func take(
    _ way: Way, hasMouse: Bool = true, _ flow: @Sendable () async throws -> Void
  ) async throws -> Traces {
    guard way == .chromium else {
      return try await Servers.$count.withValue(way == .severalServers ? 3 : Servers.count) {
        try await Visit(way).take(flow)
      }
    }
    return try await Chromium.run(.flows, opensTab: false) { chromium in
      let visit = Visit(way, chromium, hasMouse: hasMouse)
      let traces = try await visit.take(flow)
      let complaints = try await chromium.complaints.filter { complaint in
        // The console repeats the status of a missing page.
        // The console also reports a reload without user interaction that suppresses a page's
        // confirmation. The form of a lost session is shown again with an error status.
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

  /// Adds a user and returns its number.
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

/// The last page of a user, with its location.
struct LastSight: Sendable {
  var sight: Sight?
  var path = ""
  var notice: String?
  var sceneID: String?
}
