import CairnScreens
import Foundation
import Testing

@testable import CairnServer

@Suite struct SceneMarkTests {
  @Test(arguments: ["~k3", "~k3!2", "~k3&x=1", "~k3=", "x&~k3", "%7Ek3"])
  func readsTheMark(query: String) {
    #expect(SceneMark(query: Location.items(query))?.scene == "k3")
  }

  @Test(arguments: ["", "k3", "~", "~!2", "x=~k3", "~" + String(repeating: "k", count: 99)])
  func readsNoMark(query: String) {
    #expect(SceneMark(query: Location.items(query)) == nil)
  }

  @Test func writesTheURL() {
    let plain = Location(["a"])
    #expect(SceneMark.url(of: plain, scene: nil) == "/a")
    #expect(SceneMark.url(of: plain, scene: "k3") == "/a?~k3")
    #expect(SceneMark.url(of: plain, scene: "k3", alert: 2) == "/a?~k3!2")
  }

  @Test func theQueryOfTheLocationStandsBehindTheMark() {
    let queried = Location(["a"], query: [.init("status", "a b"), .init("page", "2")])
    #expect(SceneMark.url(of: queried, scene: nil) == "/a?status=a%20b&page=2")
    #expect(SceneMark.url(of: queried, scene: "k3") == "/a?~k3&status=a%20b&page=2")
    #expect(SceneMark.url(of: queried, scene: "k3", alert: 2) == "/a?~k3!2&status=a%20b&page=2")
  }

  /// The script reads URLs with a regular expression of its own.
  @Test(arguments: [
    "/a", "/a?", "/a?~k3", "/a?~k3!2", "/a?~k3&status=open", "/a?x&~k3", "/a?x=~zz&~k3",
    "/a?~k3&~zz", "/a?x&~k3&y&~zz", "/~zz?x", "/~zz?~k3", "/a?x=1&y=~zz", "/a?x~zz",
  ])
  func theScriptReadsTheSameMark(url: String) throws {
    let script = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Public/cairn.js"), encoding: .utf8)
    let pattern = try #require(
      script.firstMatch(of: /const sceneOf = \(url\) => url\.match\(\/(.*)\/\)\?\.\[2\]/)?.1)
    let read = try Regex(String(pattern)).firstMatch(in: url)?.output[2].substring
    let query = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let items = Location.items(query.count > 1 ? String(query[1]) : "")
    #expect(read.map(String.init) == SceneMark(query: items)?.scene)
  }
}
