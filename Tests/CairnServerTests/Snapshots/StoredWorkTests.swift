import Testing

@testable import CairnServer
@testable import CairnViews

/// The stored work of a scene shows whether another server can make its page.
@Suite struct StoredWorkTests {
  private func view(_ identity: UInt64, _ work: Appearance.Work) -> Appearance {
    Appearance(identity: identity, work: work, fileID: #fileID, line: #line)
  }

  @Test func `A page has no work to begin if all of its views have begun theirs`() {
    let work = StoredWork(mayChange: false, tasks: [1])
    let old = [view(1, .task {}), view(2, .appear {})]
    #expect(work.covers(old, appeared: [2, 3], isConnected: true))
    #expect(work.covers([], appeared: [2], isConnected: true))
  }

  @Test func `A view that appears for the first time has work to begin`() {
    let work = StoredWork(mayChange: true, tasks: [1])
    #expect(!work.covers([view(2, .task {})], appeared: [], isConnected: false))
    #expect(!work.covers([view(2, .appear {})], appeared: [], isConnected: false))
    // Tasks and `onAppear` have different work.
    #expect(!work.covers([view(1, .appear {})], appeared: [], isConnected: false))
    #expect(!work.covers([view(2, .task {})], appeared: [2], isConnected: false))
  }

  @Test func `Work for connected browsers begins on the server with the connection`() {
    let work = StoredWork(mayChange: false, tasks: [1])
    #expect(work.covers([view(2, .connectedTask {})], appeared: [], isConnected: false))
    #expect(!work.covers([view(2, .connectedTask {})], appeared: [], isConnected: true))
    // Its browser was connected to the server that runs the scene, too.
    #expect(work.covers([view(1, .connectedTask {})], appeared: [], isConnected: true))
  }
}
