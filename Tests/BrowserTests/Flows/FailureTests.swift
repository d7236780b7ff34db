import Cairn
import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: a script that fails")
struct FailureTests {
  /// What a page begins with.
  private func begin(_ chromium: Chromium, with script: String) async throws {
    try await chromium.devTools(
      "Page.addScriptToEvaluateOnNewDocument", ["source": .string(script)])
  }

  private func expectNoScript(
    _ chromium: Chromium, _ site: Site, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await chromium.open("/inventory", of: site)
    try await chromium.click("Add")
    try await chromium.fill("Name", with: "Lamp")
    try await chromium.click("Apply")
    try await chromium.click("Save")
    #expect(try await chromium.rows.last == "Lamp", sourceLocation: sourceLocation)
    #expect(try await chromium.path == "/inventory", sourceLocation: sourceLocation)
    // The console says what it was.
    _ = try await chromium.complaints
  }

  @Test func `leaves the page as it is without one, where it can not be loaded`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.devTools("Network.enable")
      try await chromium.devTools("Network.setBlockedURLs", ["urls": ["*/cairn*.js*"]])
      try await expectNoScript(chromium, site)
    }
  }

  @Test(arguments: [
    "history.replaceState = () => { throw new Error('at the start') }",
    "addEventListener = undefined", "window.EventTarget.prototype.addEventListener = undefined",
    "document.querySelector = () => { throw new Error('while it is read') }",
  ])
  func `leaves the page as it is without one, where it can not begin`(script: String) async throws {
    try await Site.visit { chromium, site in
      try await begin(chromium, with: script)
      try await expectNoScript(chromium, site)
    }
  }

  @Test
  func `does a tap once whose answer is lost, also by a server that knows nothing of the page`()
    async throws
  {
    try await Site.visit { chromium, site in
      try await chromium.open("/counters", of: site)
      try await chromium.click("Add counter")
      for _ in 0..<2 { try await chromium.click("Increment") }
      try await chromium.settle()
      try await chromium.evaluate(
        """
        (() => {
          const fetch = window.fetch
          window.isBack = false
          window.fetch = async (url, options) => {
            if (options.method !== "POST") return fetch(url, options)
            if (window.isLost) {
              if (!window.isBack) throw new TypeError("The server is away.")
              return fetch(url, options)
            }
            await fetch(url, options)
            window.isLost = true
            throw new TypeError("The answer is lost.")
          }
        })()
        """)
      try await chromium.click("Increment", leavesPage: false)
      try await chromium.waitFor("the loss") {
        try await chromium.evaluate("window.isLost").bool == true
      }
      try await site.restart()
      try await chromium.evaluate("(() => { window.isBack = true })()")
      try await chromium.settle()
      try await chromium.waitFor("the count") { try await chromium.text.contains("Sum: 3") }
      try await chromium.click("Increment")
      #expect(try await chromium.text.contains("Sum: 4"))
      _ = try await chromium.complaints
    }
  }

  @Test func `loses no tap that waits behind what fails`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      try await chromium.settle()
      try await chromium.evaluate(
        """
        (() => {
          const fetch = window.fetch
          window.fetch = (url, options) =>
            options.method || options.redirect
              ? fetch(url, options)
              : new Promise((_, reject) => (window.giveUp = () => reject(new DOMException("", "TimeoutError"))))
          document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))
        })()
        """)
      try await chromium.waitFor("what is asked") {
        try await chromium.evaluate("!!window.giveUp").bool == true
      }
      try await chromium.evaluate("document.querySelector('.toolbar .prominent').click()")
      #expect(try await chromium.dialogs == [])
      try await chromium.evaluate("window.giveUp()")
      try await chromium.waitFor("the sheet") { try await chromium.dialogs == ["Add item"] }
      _ = try await chromium.complaints
    }
  }

  @Test(arguments: [
    // Before anything is sent.
    "FormData = class { constructor() { throw new Error('no data') } }",
    // What was sent is done, and can not be shown.
    """
    Object.defineProperty(HTMLTemplateElement.prototype, 'content', { get() { throw new Error('no content') } })
    """,
    "CSS.escape = () => { throw new Error('no names') }",
    "history.replaceState = () => { throw new Error('no entry') }",
    // What was sent and is worked on, longer than anybody waits.
    """
    { const fetch = window.fetch
      window.fetch = async (url, options) => {
        const answer = await fetch(url, options)
        if (options.method === 'POST') throw new DOMException('', 'TimeoutError')
        return answer
      } }
    """,
  ])
  func `counts a tap once, wherever it fails`(script: String) async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/counters", of: site)
      try await chromium.click("Add counter")
      try await chromium.settle()
      try await chromium.evaluate("(() => { \(script) })()")
      try await chromium.click("Increment", leavesPage: false)
      try await chromium.waitFor("the count") { try await chromium.text.contains("Sum: 1") }
      // The page is a new one, or goes on without the script.
      try await chromium.settle()
      try await chromium.click("Increment", leavesPage: false)
      try await chromium.waitFor("the next") { try await chromium.text.contains("Sum: 2") }
      _ = try await chromium.complaints
    }
  }
}
