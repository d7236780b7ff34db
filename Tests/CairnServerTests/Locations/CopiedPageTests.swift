import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// Pages from a copy of their scene, such as links that open in another tab. Elements that the copy pushes have the
/// same IDs as the next elements that the scene pushes.
@Suite(.restarting, .timeLimit(.minutes(30))) struct CopiedPageTests {
  @Test(.withoutScript(.sharedScene))
  func `An element with the same ID in a copy is another element`() async throws {
    let one = try await boardSite().browser(at: "/board")
    try await one.click("Mark")
    let two = one.newTab()
    try await two.open("/board/1?~\(one.sceneIDText)")
    try await one.click("Issue 2")
    try await two.click("Log")
    #expect(two.headings == ["Issue 1"])
    #expect(two.place == "/board/1?tab=log")
    try await one.reload()
    #expect(one.place == "/board/2")
    #expect(one.text.contains("Tab: text"))
    #expect(one.sceneIDText != two.sceneIDText)
  }

  @Test(.withoutScript(.sharedScene))
  func `A form in a copy leaves the layers above the scene's element unchanged`() async throws {
    let one = try await boardSite().browser(at: "/board")
    try await one.click("Mark")
    let two = one.newTab()
    try await two.open("/board/1?~\(one.sceneIDText)")
    for button in ["Issue 2", "Comments", "Older"] { try await one.click(button) }
    try await two.click("Edit")
    #expect(two.place == "/board/1/edit")
    try await one.reload()
    #expect(one.place == "/board/2/comments?page=&page=2")
    // Back works as usual in its own tab.
    try await one.click("Issue 2", in: .bar)
    #expect(one.place == "/board/2")
  }

  @Test(.withoutScript(.sharedScene))
  func `A copy's form isn't processed if the scene no longer knows its page`() async throws {
    let one = try await boardSite().browser(at: "/board")
    try await one.click("Mark")
    let two = one.newTab()
    try await two.open("/board/1?~\(one.sceneIDText)")
    try await one.click("Issue 2")
    for _ in 0..<20 { try await one.click("Log") }
    try await two.click("Edit")
    #expect(two.notice?.contains("wasn't processed") == true)
    #expect(two.place == "/board/2?tab=log")
    try await one.reload()
    #expect(one.place == "/board/2?tab=log")
  }

  @Test(.withoutScript(.sharedScene))
  func `A scene and its copy at the same location have their own elements`() async throws {
    let one = try await boardSite().browser(at: "/board")
    try await one.click("Mark")
    let two = one.newTab()
    try await two.open("/board/1?~\(one.sceneIDText)")
    try await one.click("Issue 1")
    try await two.click("Log")
    #expect(two.place == "/board/1?tab=log")
    #expect(one.sceneIDText != two.sceneIDText)
    try await one.reload()
    #expect(one.place == "/board/1")
  }

  @Test(.withoutScript(.load))
  func `Text typed into an element that was replaced is shown in the notice`()
    async throws
  {
    let browser = try await boardSite().browser(at: "/board")
    try await browser.click("Issue 1")
    try await browser.click("Board", in: .bar)
    for button in ["Issue 1", "Edit"] { try await browser.click(button) }
    try browser.fill("Label", with: "typed")
    // So many scenes were created since then that this scene was removed. Its location creates other elements.
    for _ in 0..<33 {
      let tab = browser.newTab()
      try await tab.open("/board")
      try await tab.click("Mark")
    }
    try await browser.click("Apply")
    #expect(browser.place == "/board/1/edit")
    #expect(browser.notice?.contains("You typed “typed”.") == true)
    #expect(try browser.field("Label").value == "")
  }
}
