import Cairn
import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: failures of the script")
struct FailureTests {
  /// Runs a script at the start of each page.
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
    // The console reports the error.
    _ = try await chromium.complaints
  }

  @Test func `A page works without its script if the script can't be loaded`() async throws {
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
  func `A page works without its script if the script can't start`(script: String) async throws {
    try await Site.visit { chromium, site in
      try await begin(chromium, with: script)
      try await expectNoScript(chromium, site)
    }
  }

  @Test
  func `A tap with a lost response runs once, even on a restarted server`()
    async throws
  {
    try await Site.visit { chromium, site in
      try await chromium.open("/counters", of: site)
      try await chromium.click("Add counter")
      for _ in 0..<2 { try await chromium.click("Increment counter 1") }
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
      try await chromium.click("Increment counter 1", leavesPage: false)
      try await chromium.waitFor("the loss") {
        try await chromium.evaluate("window.isLost").bool == true
      }
      try await site.restart()
      try await chromium.evaluate("(() => { window.isBack = true })()")
      try await chromium.settle()
      try await chromium.waitFor("the count") { try await chromium.text.contains("Sum: 3") }
      try await chromium.click("Increment counter 1")
      #expect(try await chromium.text.contains("Sum: 4"))
      _ = try await chromium.complaints
    }
  }

  @Test func `A tap behind a failing request isn't lost`() async throws {
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
      try await chromium.waitFor("the request") {
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
    // Fails before a form is sent.
    "FormData = class { constructor() { throw new Error('no data') } }",
    // Fails to show the response to a processed form.
    """
    Object.defineProperty(HTMLTemplateElement.prototype, 'content', { get() { throw new Error('no content') } })
    """,
    "CSS.escape = () => { throw new Error('no names') }",
    "history.replaceState = () => { throw new Error('no entry') }",
    // Times out while the server processes the form.
    """
    { const fetch = window.fetch
      window.fetch = async (url, options) => {
        const answer = await fetch(url, options)
        if (options.method === 'POST') throw new DOMException('', 'TimeoutError')
        return answer
      } }
    """,
  ])
  func `A tap is counted once with a script that fails at any point`(script: String) async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/counters", of: site)
      try await chromium.click("Add counter")
      try await chromium.settle()
      try await chromium.evaluate("(() => { \(script) })()")
      try await chromium.click("Increment counter 1", leavesPage: false)
      try await chromium.waitFor("the count") { try await chromium.text.contains("Sum: 1") }
      // The page was reloaded, or continues without the script.
      try await chromium.settle()
      try await chromium.click("Increment counter 1", leavesPage: false)
      try await chromium.waitFor("the next") { try await chromium.text.contains("Sum: 2") }
      _ = try await chromium.complaints
    }
  }
}
