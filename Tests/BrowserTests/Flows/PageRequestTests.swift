import Cairn
import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: requests of a page")
struct PageRequestTests {
  @Test func `Six clicks at 300 ms latency count six`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/counters", of: site)
      try await chromium.click("Add counter")
      try await chromium.delayAnswers(by: 300)
      let increment = try await chromium.control("Increment counter 1")
      for _ in 0..<6 { try await chromium.click(increment) }
      try await chromium.settle()
      #expect(try await chromium.text.contains("Sum: 6"))
    }
  }

  @Test func `A tap while offline runs once the server is back`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/counters", of: site)
      try await chromium.click("Add counter")
      try await chromium.setOffline(true)
      let increment = try await chromium.control("Increment counter 1")
      for _ in 0..<3 { try await chromium.click(increment) }
      try await chromium.waitFor("the sign") {
        try await chromium.evaluate("'offline' in document.documentElement.dataset").bool == true
      }
      try await chromium.setOffline(false)
      try await chromium.settle()
      #expect(try await chromium.text.contains("Sum: 3"))
      #expect(
        try await chromium.evaluate("'offline' in document.documentElement.dataset").bool == false)
      // The console reports the failed requests.
      _ = try await chromium.complaints
    }
  }

  @Test func `A request rejected by a busy server is repeated`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/counters", of: site)
      try await chromium.click("Add counter")
      try await chromium.evaluate(
        """
        (() => {
          const fetch = window.fetch
          window.refusals = [502, 503, 504]
          window.fetch = async (url, options) => {
            if (options.method !== "POST" || !refusals.length) return fetch(url, options)
            if (refusals.length == 1) window.sign = getComputedStyle(document.body, "::after").content
            return new Response("<h1>Not now</h1>", { status: refusals.shift() })
          }
        })()
        """)
      try await chromium.click("Increment counter 1")
      try await chromium.waitFor("the answer") { try await chromium.text.contains("Sum: 1") }
      #expect(try await chromium.evaluate("refusals.length").number == 0)
      #expect(try await chromium.evaluate("sign").string == "\"The server is busy\" / \"\"")
      #expect(
        try await chromium.evaluate("'offline' in document.documentElement.dataset").bool == false)
    }
  }

  @Test func `Only one request runs at a time, and typed text is combined`()
    async throws
  {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.click("Add")
      try await chromium.settle()
      try await chromium.evaluate(
        """
        (() => {
          const fetch = window.fetch
          window.asked = []
          window.underWay = 0
          window.fetch = async (url, options) => {
            asked.push(`${options.body ?? ""}`)
            underWay += 1
            window.most = Math.max(window.most ?? 0, underWay)
            await new Promise((done) => setTimeout(done, 200))
            try {
              return await fetch(url, options)
            } finally {
              underWay -= 1
            }
          }
        })()
        """)
      try await chromium.evaluate(
        """
        (async () => {
          const field = document.querySelector("#layer1 input[id]")
          for (const letter of "Chandelier") {
            field.value += letter
            field.dispatchEvent(new Event("input", { bubbles: true }))
            await new Promise((done) => setTimeout(done, 20))
          }
          const button = [...document.querySelectorAll("#layer1 button.prominent")].at(-1)
          button.click()
        })()
        """)
      try await chromium.waitFor("the item") { try await chromium.rows.last == "Chandelier" }
      try await chromium.settle()
      #expect(try await chromium.evaluate("most").number == 1)
      // The typed text is sent with the tap.
      #expect(
        try await chromium.evaluate("asked.filter((body) => body.includes('%7Ef.')).length").number
          == 1)
    }
  }

  @Test func `A control shows that it's busy until the response`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/counters", of: site)
      try await chromium.click("Add counter")
      try await chromium.delayAnswers(by: 500)
      let busy = "document.querySelectorAll('[data-busy]').length"
      try await chromium.perform(leavesPage: false) {
        try await chromium.click(chromium.control("Increment counter 1"), times: 1)
      }
      try await chromium.waitFor("the sign") { try await chromium.evaluate(busy).number == 1 }
      #expect(
        try await chromium.evaluate("document.querySelector('[data-busy]').matches('button')").bool
          == true)
      // The sign only appears after a delay.
      let sign = try await chromium.evaluate(
        """
        (() => { const { delay } = document.querySelector("[data-busy]").getAnimations()[0].effect.getTiming()
          return delay })()
        """)
      #expect(sign.number == 150)
      try await chromium.settle()
      #expect(try await chromium.evaluate(busy).number == 0)
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `A second click doesn't hit the control that appears at its position`(
    options: Chromium.Options
  )
    async throws
  {
    try await Site.visit(options) { chromium, site in
      try await chromium.goToInventory(of: site)
      try await chromium.click("Add")
      try await chromium.fill("Name", with: "Lamp")
      let save = try await chromium.control("Save")
      // Clicks at the earlier position of the sheet aren't meant for the new content.
      try await chromium.click(save, times: 3)
      try await chromium.waitFor("the list") { try await chromium.dialogs.isEmpty }
      try await chromium.settle()
      #expect(try await chromium.path == "/inventory")
      #expect(site.names.count { $0 == "Lamp" } == 1)
    }
  }
}
