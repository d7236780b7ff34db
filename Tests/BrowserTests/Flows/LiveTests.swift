import Cairn
import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: a page that its script keeps live")
struct LiveTests {
  /// Makes each answer come later.
  private func delay(_ chromium: Chromium, by milliseconds: Double) async throws {
    try await chromium.devTools("Network.enable")
    try await chromium.devTools(
      "Network.emulateNetworkConditions",
      [
        "offline": false, "latency": .number(milliseconds), "downloadThroughput": -1,
        "uploadThroughput": -1,
      ])
  }

  private func setOffline(_ chromium: Chromium, _ isOffline: Bool) async throws {
    try await chromium.devTools("Network.enable")
    try await chromium.devTools(
      "Network.emulateNetworkConditions",
      [
        "offline": .bool(isOffline), "latency": 0, "downloadThroughput": -1,
        "uploadThroughput": -1,
      ])
  }

  /// Whether what is shown is what the server has for the page, to the last element.
  private func expectWhole(
    _ chromium: Chromium, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await chromium.settle()
    let difference = try await chromium.evaluate(
      """
      (async () => {
        const text = await (await fetch(location.href, { cache: "no-store" })).text()
        const whole = new DOMParser().parseFromString(text, "text/html")
        const layers = (page) => [...page.querySelectorAll("form.layer")].map((layer, index, all) => {
          const copy = layer.cloneNode(true)
          const isTop = index === all.length - 1
          copy.querySelectorAll("[name='~token'], .default-action, .asks").forEach((field) => field.remove())
          // Who has opened a dialog is nothing that one sees.
          copy.querySelectorAll("dialog").forEach((dialog) => dialog.removeAttribute("open"))
          copy.querySelectorAll(".announcer").forEach((announcer) => announcer.replaceChildren())
          // A page that is loaded begins at the row behind its layer.
          if (page.querySelector(".layer:not(.screen)")?.matches(".sheet, .alert")) {
            copy.querySelectorAll(".row.anchor").forEach((row) => row.classList.remove("anchor"))
          }
          for (const element of [copy, ...copy.querySelectorAll("*")]) {
            element.removeAttribute("autofocus")
            if (isTop) continue
            // What is covered has names only where a script keeps it.
            if (element.getAttribute("name")?.startsWith("~tap")) element.removeAttribute("value")
            if (element.getAttribute("name")?.startsWith("~")) element.removeAttribute("name")
            element.removeAttribute("data-tap")
          }
          copy.removeAttribute("action")
          return copy.outerHTML.replaceAll(/\\n+/g, "\\n")
        })
        const [here, there] = [layers(document), layers(whole)]
        if (here.length !== there.length) return `${here.length} layers, not ${there.length}`
        const layer = here.findIndex((markup, index) => markup !== there[index])
        if (layer < 0) return ""
        const at = [...here[layer]].findIndex((letter, index) => letter !== there[layer][index])
        return `${here[layer].slice(at - 80, at + 120)}\\n is not \\n${there[layer].slice(at - 80, at + 120)}`
      })()
      """
    ).string
    #expect(difference == "", sourceLocation: sourceLocation)
  }

  @Test(arguments: Chromium.Options.withScript)
  func `after each step the page is what the server would send`(options: Chromium.Options)
    async throws
  {
    try await Site.visit(options) { chromium, site in
      try await chromium.goToInventory(of: site)
      try await expectWhole(chromium)
      for (name, row) in [
        ("Add", nil), ("Cancel", nil), ("Duplicate", "Mouse"), ("Save", nil), ("Keyboard", nil),
        ("Inventory", nil), ("More", "Monitor"), ("Cancel", nil), ("Delete", "Monitor"),
        ("Delete", nil), ("Take stock", nil), ("Start", nil), ("Next", nil), ("Keyboard", nil),
        ("Take stock", nil),
      ] as [(String, String?)] {
        try await chromium.click(name, row: row)
        try await expectWhole(chromium)
      }
      for name in ["Cancel", "Throw away", "Add"] {
        try await chromium.click(name)
        try await expectWhole(chromium)
      }
      try await chromium.fill("Name", with: "Lamp & <b>")
      try await chromium.set("In stock", to: false)
      try await expectWhole(chromium)
      try await chromium.set("On back order", to: true)
      try await chromium.choose("Color", "Green")
      try await expectWhole(chromium)
      try await chromium.click("Save")
      try await expectWhole(chromium)
      #expect(site.names.last == "Lamp & <b>")
      #expect(site.item(named: "Lamp & <b>")?.status == .outOfStock(isOnBackOrder: true))
      try await chromium.back()
      try await expectWhole(chromium)
    }
  }

  @Test func `six clicks at 300 ms of latency count six`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/counters", of: site)
      try await chromium.click("Add counter")
      try await delay(chromium, by: 300)
      let increment = try await chromium.control("Increment")
      for _ in 0..<6 { try await chromium.click(increment) }
      try await chromium.settle()
      #expect(try await chromium.text.contains("Sum: 6"))
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `fields act as they are typed and chosen`(options: Chromium.Options) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.goToInventory(of: site)
      try await chromium.click("Keyboard")
      try await chromium.fill("Name", with: "Piano")
      try await chromium.set("In stock", to: false)
      try await chromium.waitFor("the other field") {
        try await !chromium.elements(xpath: "//label[.='On back order']").isEmpty
      }
      #expect(try await chromium.value(of: "Name") == "Piano")
      // Back saves, though nothing was pressed.
      try await chromium.back()
      #expect(site.names.first == "Piano")
      #expect(site.item(named: "Piano")?.status == .outOfStock(isOnBackOrder: false))
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `what another session saves appears, and what it deletes is said`(options: Chromium.Options)
    async throws
  {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory", of: site)
      // It listens once it has a scene.
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      try await site.database.add(Item(name: "Lamp"))
      try await chromium.waitFor("the item") { try await chromium.rows.last == "Lamp" }
      #expect(try await chromium.path == "/inventory")

      try await chromium.click("Mouse")
      try await chromium.fill("Name", with: "Rat")
      try await chromium.settle()
      try await site.database.delete(3)
      try await chromium.waitFor("the message") {
        try await chromium.text.contains("Someone else has deleted this item.")
      }
      #expect(try await chromium.value(of: "Name") == "Rat")
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `typing goes on while the page changes fifty times a second`(options: Chromium.Options)
    async throws
  {
    let clock = TestClock()
    try await Site.visit(options, clock: clock) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      try await chromium.click("Add")
      let text = "The quick brown fox jumps over the lazy dog"
      let changes = Task {
        for number in 0..<150 {
          try await site.database.update(
            Item(id: 1, name: "Keyboard \(number)", status: .inStock(quantity: number)))
          try await Task.sleep(for: .milliseconds(20))
        }
      }
      for letter in text { try await chromium.press(String(letter), in: "Name") }
      try await changes.value
      #expect(try await chromium.value(of: "Name") == text)
      #expect(
        try await chromium.evaluate("document.activeElement.selectionStart").number
          == Double(text.count))
      try await chromium.waitFor("the last change") {
        try await chromium.rows.first == "Keyboard 149"
      }
      try await chromium.click("Save")
      #expect(site.names.last == text)
    }
  }

  @Test func `a tap while offline is done once the server is back`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/counters", of: site)
      try await chromium.click("Add counter")
      try await setOffline(chromium, true)
      let increment = try await chromium.control("Increment")
      for _ in 0..<3 { try await chromium.click(increment) }
      try await chromium.waitFor("the sign") {
        try await chromium.evaluate("'offline' in document.documentElement.dataset").bool == true
      }
      try await setOffline(chromium, false)
      try await chromium.settle()
      #expect(try await chromium.text.contains("Sum: 3"))
      #expect(
        try await chromium.evaluate("'offline' in document.documentElement.dataset").bool == false)
      // The console says what could not be reached.
      _ = try await chromium.complaints
    }
  }

  @Test func `what a server has no time for is asked for again`() async throws {
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
      try await chromium.click("Increment")
      try await chromium.waitFor("the answer") { try await chromium.text.contains("Sum: 1") }
      #expect(try await chromium.evaluate("refusals.length").number == 0)
      #expect(try await chromium.evaluate("sign").string == "\"The server is busy\" / \"\"")
      #expect(
        try await chromium.evaluate("'offline' in document.documentElement.dataset").bool == false)
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `a restart goes unnoticed`(options: Chromium.Options) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      try await chromium.click("Add")
      try await chromium.fill("Name", with: "Lamp")
      try await site.restart()
      try await site.database.add(Item(name: "Desk"))
      // The stream begins again, and with it what the page shows.
      try await chromium.waitFor("the item") { try await chromium.rows.last == "Desk" }
      #expect(try await chromium.value(of: "Name") == "Lamp")
      try await chromium.click("Save")
      #expect(site.names.suffix(2) == ["Desk", "Lamp"])
      try await site.database.delete(1)
      try await chromium.waitFor("the change") { try await chromium.rows.first == "Monitor" }
      _ = try await chromium.complaints
    }
  }

  @Test(arguments: [true, false])
  func `a page goes on by itself though the server has lost its session`(isKnown: Bool) async throws
  {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      // What was typed, and sent, is known to the page alone then.
      try await chromium.click("Add")
      try await chromium.press("Sofa", in: "Name")
      try await chromium.settle()
      let before = try await chromium.location
      if !isKnown {
        // As after a restart with another secret.
        let cookies = try await chromium.cookies
        let (name, value) = try #require(cookies.first)
        try await chromium.devTools(
          "Network.setCookie",
          [
            "name": .string(name), "value": .string(String(value.reversed())),
            "url": .string(site.origin), "httpOnly": true,
          ])
      }
      try await site.loseSessions()
      try await site.database.add(Item(name: "Lamp"))
      try await chromium.waitFor("the item") { try await chromium.rows.last == "Lamp" }
      try await chromium.waitFor("a scene") {
        let now = try await chromium.location
        return now.contains("?~") && now != before
      }
      #expect(try await chromium.value(of: "Name") == "Sofa")
      try await chromium.click("Save")
      #expect(site.names.suffix(2) == ["Lamp", "Sofa"])
      try await site.database.add(Item(name: "Desk"))
      try await chromium.waitFor("another") { try await chromium.rows.last == "Desk" }
      _ = try await chromium.complaints
    }
  }

  @Test(arguments: [true, false])
  func `what was typed is there though the server has lost all else`(hasSession: Bool) async throws
  {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory/add", of: site)
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.settle()
      if hasSession {
        try await site.loseSessions()
      } else {
        try await chromium.devTools("Network.clearBrowserCookies")
      }
      try await chromium.click("Save")
      #expect(site.names.last == "Headphones")
      #expect(try await chromium.value(of: "Name") == "Lamp")
      #expect(try await chromium.text.contains("check it, and send it once more"))
      try await chromium.click("Save")
      #expect(site.names.last == "Lamp")
      #expect(try await chromium.path == "/inventory")
      // The console says that the first form was out of date.
      _ = try await chromium.complaints
    }
  }

  @Test func `what a page has of its own in front of its layers stays there`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      try await chromium.settle()
      try await chromium.evaluate(
        "document.body.insertAdjacentHTML('afterbegin', '<header id=own>Our own</header>')")
      for button in ["Mouse", "Cancel", "Add", "Cancel", "Take stock", "Cancel"] {
        try await chromium.click(button)
        try await chromium.settle()
        #expect(
          try await chromium.evaluate("document.body.firstElementChild.id").string == "own",
          "after \(button)")
      }
    }
  }

  @Test func `what is made for another page, or does not fit this one, is not shown`() async throws
  {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      try await chromium.settle()
      try await chromium.evaluate(
        """
        (() => {
          const fetch = window.fetch
          window.digests = []
          window.fetch = (url, options) => {
            digests.push(options.headers["Cairn-Page"])
            return fetch(url, options)
          }
          const mark = location.search.slice(2)
          window.say = (from, layer) => new BroadcastChannel("cairn-live").postMessage(
            `${mark}\\n${JSON.stringify({ from, to: "0", layers: [layer] })}\\x1e<form class="layer">Forged</form>`)
          document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))
        })()
        """)
      func waitForRequests(_ count: Double) async throws {
        try await chromium.waitFor("what the page is") {
          try await chromium.evaluate("digests.length").number == count
        }
        try await chromium.settle()
        #expect(!(try await chromium.text.contains("Forged")))
        #expect(try await chromium.rows == site.names)
      }
      try await waitForRequests(1)
      try await chromium.evaluate("say('0123456789abcdef', { html: 0 })")
      try await waitForRequests(2)
      // One for the page, of which there is no such row; one of which there is no such layer.
      try await chromium.evaluate("say(digests.at(-1), { of: 0, runs: { 0: [[0, 700]] } })")
      try await waitForRequests(3)
      #expect(try await chromium.evaluate("digests.at(-1)").string == "none")
      try await chromium.evaluate(
        "document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
      try await waitForRequests(4)
      try await chromium.evaluate("say(digests.at(-1), { of: 7 })")
      try await waitForRequests(5)
      #expect(try await chromium.evaluate("digests.at(-1)").string == "none")
      try await site.database.add(Item(name: "Desk"))
      try await chromium.waitFor("the item") { try await chromium.rows.last == "Desk" }
    }
  }

  @Test func `a phone that slept shows what has changed meanwhile`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      try await chromium.click("Add")
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.devTools("Page.setWebLifecycleState", ["state": "frozen"])
      // Its connections are gone when it wakes up, and the process that has kept its scene.
      try await site.restart()
      try await site.database.add(Item(name: "Desk"))
      try await chromium.devTools("Page.setWebLifecycleState", ["state": "active"])
      try await chromium.waitFor("the item") { try await chromium.rows.last == "Desk" }
      #expect(try await chromium.value(of: "Name") == "Lamp")
      try await chromium.click("Save")
      #expect(site.names.suffix(2) == ["Desk", "Lamp"])
      _ = try await chromium.complaints
    }
  }

  @Test func `one request is under way at a time, and what is typed in one field is joined`()
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
      // What is typed goes with the tap.
      #expect(
        try await chromium.evaluate("asked.filter((body) => body.includes('%7Ef.')).length").number
          == 1)
    }
  }

  @Test func `a control shows that it works, and no longer`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/counters", of: site)
      try await chromium.click("Add counter")
      try await delay(chromium, by: 500)
      let busy = "document.querySelectorAll('[data-busy]').length"
      try await chromium.perform(leavesPage: false) {
        try await chromium.click(chromium.control("Increment"), times: 1)
      }
      try await chromium.waitFor("the sign") { try await chromium.evaluate(busy).number == 1 }
      #expect(
        try await chromium.evaluate("document.querySelector('[data-busy]').matches('button')").bool
          == true)
      // Only after a moment it is seen.
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
  func `a second click is not for what comes in the place of the first`(options: Chromium.Options)
    async throws
  {
    try await Site.visit(options) { chromium, site in
      try await chromium.goToInventory(of: site)
      try await chromium.click("Add")
      try await chromium.fill("Name", with: "Lamp")
      let save = try await chromium.control("Save")
      // Once more where the sheet was: whatever is there now was meant by nobody.
      try await chromium.click(save, times: 3)
      try await chromium.waitFor("the list") { try await chromium.dialogs.isEmpty }
      try await chromium.settle()
      #expect(try await chromium.path == "/inventory")
      #expect(site.names.count { $0 == "Lamp" } == 1)
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `tabs share one stream`(options: Chromium.Options) async throws {
    try await Site.visit(options) { chromium, site in
      let first = try await chromium.tab
      try await chromium.open("/inventory", of: site)
      // More than a browser has connections to an origin.
      for _ in 0..<6 {
        try await chromium.newTab()
        try await chromium.open("/inventory", of: site)
        try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      }
      #expect(site.streamCount == 1)
      try await site.database.add(Item(name: "Lamp"))
      try await chromium.waitFor("the item") { try await chromium.rows.last == "Lamp" }
      try await chromium.switchTo(tab: first)
      try await chromium.waitFor("the item") { try await chromium.rows.last == "Lamp" }
    }
  }

  @Test func `a browser without locks has a stream for each tab`() async throws {
    try await Site.visit { chromium, site in
      for number in 1...2 {
        if number > 1 { try await chromium.newTab() }
        try await chromium.devTools(
          "Page.addScriptToEvaluateOnNewDocument",
          ["source": "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })"])
        try await chromium.open("/inventory", of: site)
        try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
        try await chromium.waitFor("the stream") { site.streamCount == number }
      }
      try await site.database.add(Item(name: "Lamp"))
      try await chromium.waitFor("the item") { try await chromium.rows.last == "Lamp" }
    }
  }

  @Test func `a page that is kept keeps no stream from others`() async throws {
    try await Site.visit { chromium, site in
      let first = try await chromium.tab
      try await chromium.open("/inventory", of: site)
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      try await chromium.newTab()
      try await chromium.open("/inventory", of: site)
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      let second = try await chromium.tab
      // The one that listens for both goes into the page cache.
      try await chromium.switchTo(tab: first)
      try await chromium.open("about:blank")
      try await chromium.switchTo(tab: second)
      try await site.database.add(Item(name: "Lamp"))
      try await chromium.waitFor("the item") { try await chromium.rows.last == "Lamp" }
      try await chromium.switchTo(tab: first)
      try await chromium.back()
      try await chromium.waitFor("the item") { try await chromium.rows.last == "Lamp" }
      try await site.database.add(Item(name: "Desk"))
      try await chromium.waitFor("another") { try await chromium.rows.last == "Desk" }
      #expect(site.streamCount == 1)
    }
  }
}
