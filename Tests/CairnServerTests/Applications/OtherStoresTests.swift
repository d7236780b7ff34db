import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// An application with locations, and a store beside the one that has them.
@Suite(.timeLimit(.minutes(5))) struct OtherStoresTests {
  @Test(.everyWay) func theStateOfAnotherStoreOutlivesARestart() async throws {
    let site = try FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        Mount("/", StorageGapTests.LocatedWithOthersApp.self)
      }
    }
    let user = try await site.user(at: "/")
    try await user.click("Increment")
    try await site.restart()
    try await user.click("Increment")
    #expect(user.text.contains("Count: 2"))
  }
}
