import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// Pages that are made of a copy of their scene, as those of a link into another tab: what is pushed in the copy has
/// the id that the scene gives to what it pushes next.
@Suite(.restarting, .timeLimit(.minutes(30))) struct CopiedPageTests {
  @Test(.withoutScript(.sharedScene)) func anElementWithTheSameIDIsAnotherOne() async throws {
    let one = try await boardSite().browser(at: "/board")
    try await one.click("Mark")
    let two = one.newTab()
    try await two.open("/board/1?~\(one.sceneMark)")
    try await one.click("Issue 2")
    try await two.click("Log")
    #expect(two.headings == ["Issue 1"])
    #expect(two.place == "/board/1?tab=log")
    try await one.reload()
    #expect(one.place == "/board/2")
    #expect(one.text.contains("Tab: text"))
    #expect(one.sceneMark != two.sceneMark)
  }

  @Test(.withoutScript(.sharedScene)) func andWhatStandsOnItIsLeftAlone() async throws {
    let one = try await boardSite().browser(at: "/board")
    try await one.click("Mark")
    let two = one.newTab()
    try await two.open("/board/1?~\(one.sceneMark)")
    for button in ["Issue 2", "Comments", "Older"] { try await one.click(button) }
    try await two.click("Edit")
    #expect(two.place == "/board/1/edit")
    try await one.reload()
    #expect(one.place == "/board/2/comments?page=&page=2")
    // Back in its own tab is Back as ever.
    try await one.click("Issue 2", in: .bar)
    #expect(one.place == "/board/2")
  }

  @Test(.withoutScript(.sharedScene)) func norIsItWhereTheSceneHasForgottenWhatItWas() async throws
  {
    let one = try await boardSite().browser(at: "/board")
    try await one.click("Mark")
    let two = one.newTab()
    try await two.open("/board/1?~\(one.sceneMark)")
    try await one.click("Issue 2")
    for _ in 0..<20 { try await one.click("Log") }
    try await two.click("Edit")
    #expect(two.notice?.contains("wasn't processed") == true)
    #expect(two.place == "/board/2?tab=log")
    try await one.reload()
    #expect(one.place == "/board/2?tab=log")
  }

  @Test(.withoutScript(.sharedScene)) func whereBothAreAtOneLocationEachHasItsOwn() async throws {
    let one = try await boardSite().browser(at: "/board")
    try await one.click("Mark")
    let two = one.newTab()
    try await two.open("/board/1?~\(one.sceneMark)")
    try await one.click("Issue 1")
    try await two.click("Log")
    #expect(two.place == "/board/1?tab=log")
    #expect(one.sceneMark != two.sceneMark)
    try await one.reload()
    #expect(one.place == "/board/1")
  }

  @Test(.withoutScript(.load)) func whatWasTypedIntoWhatIsAnotherElementNowIsSaid()
    async throws
  {
    let browser = try await boardSite().browser(at: "/board")
    try await browser.click("Issue 1")
    try await browser.click("Board", in: .bar)
    for button in ["Issue 1", "Edit"] { try await browser.click(button) }
    try browser.fill("Label", with: "typed")
    // There are so many other scenes that it is gone, and its location makes other elements.
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
