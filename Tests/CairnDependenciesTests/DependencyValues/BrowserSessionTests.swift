import CairnDependencies
import Foundation
import Testing

struct BrowserSessionTests {
  @Dependency(\.session) var session

  @Test func itsIDIsZeroUnlessTheTestSaysOtherwise() {
    #expect(session.id.uuidString == "00000000-0000-0000-0000-000000000000")
    let id = UUID()
    withDependencies {
      $0.session = BrowserSession(id: id)
    } operation: {
      @Dependency(\.session) var session
      #expect(session.id == id)
    }
  }

  @Test func outsideOfAServerItIsOneForTheProcess() {
    let ids = (0..<2).map { _ in
      withDependencies {
        $0.context = .live
      } operation: {
        @Dependency(\.session) var session
        return session.id
      }
    }
    #expect(ids[0] == ids[1])
    #expect(ids[0] != session.id)
  }
}
