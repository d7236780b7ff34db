import Testing

@testable import CairnServer

@Suite struct SceneMarkTests {
  @Test(arguments: ["~k3", "~k3!2", "~k3&x=1", "~k3="])
  func readsTheMark(query: String) {
    #expect(SceneMark(query: query)?.scene == "k3")
  }

  @Test(arguments: [nil, "", "k3", "~", "~!2", "x&~k3", "~" + String(repeating: "k", count: 99)])
  func readsNoMark(query: String?) {
    #expect(SceneMark(query: query) == nil)
  }

  @Test func writesTheURL() {
    #expect(SceneMark.url(path: "/a", scene: nil) == "/a")
    #expect(SceneMark.url(path: "/a", scene: "k3") == "/a?~k3")
    #expect(SceneMark.url(path: "/a", scene: "k3", alert: 2) == "/a?~k3!2")
  }
}
