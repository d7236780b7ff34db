import Cairn
import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: live updates")
struct LiveTests {
  /// Expects that the page is identical to the server's page, down to the last element.
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
          // The way a dialog was opened isn't visible, and the script measures its bar.
          copy.querySelectorAll("dialog").forEach((dialog) => {
            dialog.removeAttribute("open")
            dialog.removeAttribute("style")
          })
          copy.querySelectorAll(".announcer").forEach((announcer) => announcer.replaceChildren())
          // A loaded page scrolls to the row behind its layer.
          if (page.querySelector(".layer:not(.screen)")?.matches(".sheet, .alert")) {
            copy.querySelectorAll(".row.anchor").forEach((row) => row.classList.remove("anchor"))
          }
          for (const element of [copy, ...copy.querySelectorAll("*")]) {
            element.removeAttribute("autofocus")
            if (isTop) continue
            // Covered controls only have names with a running script.
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
  func `After each step, the page matches the server's page`(options: Chromium.Options)
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
      for name in ["Cancel", "Discard", "Add"] {
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

  @Test(arguments: Chromium.Options.withScript)
  func `Fields take effect while they're edited`(options: Chromium.Options) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.goToInventory(of: site)
      try await chromium.click("Keyboard")
      try await chromium.fill("Name", with: "Piano")
      try await chromium.set("In stock", to: false)
      try await chromium.waitFor("the other field") {
        try await !chromium.elements(xpath: "//label[.='On back order']").isEmpty
      }
      #expect(try await chromium.value(of: "Name") == "Piano")
      // Back saves without a button.
      try await chromium.back()
      #expect(site.names.first == "Piano")
      #expect(site.item(named: "Piano")?.status == .outOfStock(isOnBackOrder: false))
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `Changes from another session appear, and deletions are reported`(options: Chromium.Options)
    async throws
  {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory", of: site)
      // The page listens once it has a scene.
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
  func `Typing continues while the page changes with each key`(options: Chromium.Options)
    async throws
  {
    let clock = TestClock()
    try await Site.visit(options, clock: clock) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      try await chromium.click("Add")
      let text = "The quick brown fox jumps over the lazy dog"
      for (number, letter) in text.enumerated() {
        // The change arrives while the next letters are typed.
        try await site.database.update(
          Item(id: 1, name: "Keyboard \(number)", status: .inStock(quantity: number)))
        try await chromium.press(String(letter), in: "Name")
      }
      #expect(try await chromium.value(of: "Name") == text)
      #expect(
        try await chromium.evaluate("document.activeElement.selectionStart").number
          == Double(text.count))
      try await chromium.waitFor("the last change") {
        try await chromium.rows.first == "Keyboard \(text.count - 1)"
      }
      try await chromium.click("Save")
      #expect(site.names.last == text)
    }
  }

  @Test func `Elements that the page adds before its layers stay there`() async throws {
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

  @Test func `A patch for another page, or one that doesn't fit, isn't applied`() async throws {
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
          const sceneID = location.search.slice(2)
          window.say = (from, layer) => new BroadcastChannel(new URL("/~live", location).href).postMessage(
            `${sceneID}\\n${JSON.stringify({ from, to: "0", layers: [layer] })}\\x1e<form class="layer">Forged</form>`)
          document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))
        })()
        """)
      func waitForRequests(_ count: Double) async throws {
        try await chromium.waitFor("the request") {
          try await chromium.evaluate("digests.length").number == count
        }
        try await chromium.settle()
        #expect(!(try await chromium.text.contains("Forged")))
        #expect(try await chromium.rows == site.names)
      }
      try await waitForRequests(1)
      try await chromium.evaluate("say('0123456789abcdef', { html: 0 })")
      try await waitForRequests(2)
      // The first patch is for this page but refers to a missing row. The second refers to a missing
      // layer.
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
}
