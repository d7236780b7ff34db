import CairnScreens
import Foundation
import Testing

@testable import CairnServer

@Suite struct SceneQueryItemTests {
  @Test(arguments: ["~k3", "~k3!2", "~k3&x=1", "~k3=", "x&~k3", "%7Ek3"])
  func `A scene ID is read from a query`(query: String) {
    #expect(SceneQueryItem(query: Location.items(query))?.scene == "k3")
  }

  @Test(arguments: ["", "k3", "~", "~!2", "x=~k3", "~" + String(repeating: "k", count: 99)])
  func `Other queries have no scene ID`(query: String) {
    #expect(SceneQueryItem(query: Location.items(query)) == nil)
  }

  @Test func `A URL contains the scene ID and the alert`() {
    let plain = Location(["a"])
    #expect(SceneQueryItem.url(of: plain, scene: nil) == "/a")
    #expect(SceneQueryItem.url(of: plain, scene: "k3") == "/a?~k3")
    #expect(SceneQueryItem.url(of: plain, scene: "k3", alert: 2) == "/a?~k3!2")
  }

  @Test func `The location's query comes after the scene ID`() {
    let queried = Location(["a"], query: [.init("status", "a b"), .init("page", "2")])
    #expect(SceneQueryItem.url(of: queried, scene: nil) == "/a?status=a%20b&page=2")
    #expect(SceneQueryItem.url(of: queried, scene: "k3") == "/a?~k3&status=a%20b&page=2")
    #expect(
      SceneQueryItem.url(of: queried, scene: "k3", alert: 2) == "/a?~k3!2&status=a%20b&page=2")
  }

  /// The checks of the script use this table too. Browsers don't send fragments.
  @Test func `The server and the script read the same scene IDs`() throws {
    let table = try JSONDecoder().decode(
      [String: String?].self,
      from: Data(
        contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
          .appending(path: "../../BrowserTests/Modules/scene-urls.json")))
    #expect(table.count > 20)
    for (url, scene) in table {
      let target = url.prefix { $0 != "#" }
      let query = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      let items = Location.items(query.count > 1 ? String(query[1]) : "")
      #expect(SceneQueryItem(query: items)?.scene == scene, "\(url)")
    }
  }
}
