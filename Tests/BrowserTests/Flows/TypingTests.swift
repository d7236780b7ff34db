import Cairn
import Foundation
import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: typing while the page changes")
struct TypingTests {
  /// Types into a field without a pause until the field is removed.
  private func keepTyping(_ chromium: Chromium, _ text: String, in label: String) async throws {
    let id = try #require(
      await chromium.attribute("id", of: chromium.field(label)))
    try await chromium.evaluate(
      """
      (() => {
        const field = document.getElementById("\(id)")
        field.focus()
        field.value = "\(text)"
        const type = () => field.dispatchEvent(new Event("input", { bubbles: true }))
        type()
        const timer = setInterval(() => field.isConnected ? type() : clearInterval(timer), 20)
      })()
      """)
  }

  @Test(arguments: Chromium.Options.withScript)
  func `Text is kept when its form is dismissed by a timer`(options: Chromium.Options) async throws
  {
    let clock = TestClock()
    try await Site.visit(options, clock: clock) { chromium, site in
      try await chromium.open("/inventory/add", of: site)
      try await chromium.set("Timer", to: true)
      try await chromium.apply()
      try await keepTyping(chromium, "Organ", in: "Name")
      await clock.advance(by: .seconds(5))
      try await chromium.waitFor("the notice") {
        try await chromium.text.contains("The form closed while you were typing.")
      }
      #expect(try await chromium.text.contains("We kept what you typed"))
      #expect(try await chromium.dialogs == [])
      #expect(try await chromium.path == "/inventory")
      #expect(site.names.count == 4)
      try await chromium.click("Add")
      #expect(try await chromium.value(of: "Name") == "Organ")
      try await chromium.click("Save")
      #expect(site.names.last == "Organ")
      #expect(try await chromium.path == "/inventory")
    }
  }

  @Test func `A letter typed after Enter is ignored once the form is dismissed`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.settle()
      try await chromium.click("Add")
      try await chromium.press("Lamp", in: "Name")
      // Without this, Enter would wait for the typed text and include the next letter.
      try await chromium.settle()
      try await chromium.devTools("Network.enable")
      try await chromium.devTools(
        "Network.emulateNetworkConditions",
        ["offline": false, "latency": 600, "downloadThroughput": -1, "uploadThroughput": -1])
      // Press Enter and another letter before the response.
      try await chromium.perform(leavesPage: false) {
        try await chromium.press(Key.enter + "s", in: "Name")
      }
      try await chromium.waitFor("the list") { try await chromium.dialogs.isEmpty }
      try await chromium.settle()
      #expect(try await chromium.dialogs == [])
      #expect(try await chromium.path == "/inventory")
      #expect(site.names.suffix(1) == ["Lamp"])
      #expect(site.names.count == 5)
      #expect(site.sceneCount == 1)
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `Text is kept while the server updates its form up to twenty times per second`(
    options: Chromium.Options
  ) async throws {
    let text = "The quick brown fox jumps over the lazy dog"
    try await SamplesSite.visit("/ticking", options) { chromium in
      try await chromium.click("Start", leavesPage: false)
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      // The page forwards updates from the server to other tabs.
      try await chromium.evaluate(
        """
        (() => {
          const post = BroadcastChannel.prototype.postMessage
          window.pushes = []
          BroadcastChannel.prototype.postMessage = function (message) {
            if (message !== "open") pushes.push(performance.now())
            post.call(this, message)
          }
        })()
        """)
      for letter in text { try await chromium.press(String(letter), in: "Text") }
      #expect(try await chromium.value(of: "Text") == text)
      #expect(
        try await chromium.evaluate("document.activeElement.selectionStart").number
          == Double(text.count))
      try await chromium.waitFor("the text") {
        try await chromium.text.contains("Heard: \(text)")
      }
      #expect(try await chromium.value(of: "Text") == text)
      let pushes = try await chromium.evaluate("pushes").array.compactMap(\.number)
      #expect(pushes.count > 5)
      let duration = try #require(pushes.last) - pushes[0]
      #expect(Double(pushes.count - 1) <= duration / 50 + 2, "\(pushes.count) in \(duration) ms")
      // The effect never ends.
      try await chromium.open("about:blank")
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `Text and caret are kept when typing inserts another field in front`(
    options: Chromium.Options
  ) async throws {
    try await SamplesSite.visit("/places", options) { chromium in
      try await chromium.settle()
      let focused = "document.activeElement.labels?.[0].textContent"
      try await chromium.press("x", in: "City")
      try await chromium.evaluate(
        """
        (() => {
          const field = document.activeElement
          field.setRangeText("Roe", 0, 1)
          field.setSelectionRange(2, 2)
          field.dispatchEvent(new Event("input", { bubbles: true }))
        })()
        """)
      try await chromium.settle()
      #expect(try await chromium.text.contains("Where is Roe?"))
      #expect(try await chromium.evaluate(focused).string == "City")
      try await chromium.press("m")
      try await chromium.settle()
      #expect(try await chromium.text.contains("Where is Rome?"))
      #expect(try await chromium.evaluate(focused).string == "City")
      #expect(try await chromium.evaluate("document.activeElement.selectionStart").number == 3)
      try await chromium.press(Key.end)
      for _ in 0..<4 { try await chromium.press("\u{E003}") }
      try await chromium.settle()
      #expect(!(try await chromium.text.contains("Where is")))
      #expect(try await chromium.evaluate(focused).string == "City")
      for letter in "Oslo" { try await chromium.press(String(letter)) }
      try await chromium.settle()
      #expect(try await chromium.value(of: "City") == "Oslo")
      #expect(try await chromium.text.contains("Where is Oslo?"))
    }
  }

  @Test(arguments: Chromium.Options.withScript, [1, 2])
  func `Text yields to a sheet's change of its field after Back from any page`(
    options: Chromium.Options, steps: Int
  ) async throws {
    try await SamplesSite.visit("/names", options) { chromium in
      try await chromium.settle()
      try await chromium.press("Rome", in: "Name")
      // The text is sent with the click or before.
      if steps > 1 { try await chromium.settle() }
      try await chromium.click("Suggestions")
      try await chromium.click("Call it Oslo", leavesPage: false)
      if steps > 1 { try await chromium.click("Letters") }
      try await chromium.perform(leavesPage: true) {
        try await chromium.evaluate("(() => { history.go(-\(steps)) })()")
      }
      try await chromium.settle()
      #expect(try await chromium.heading == "Names")
      #expect(try await chromium.value(of: "Name") == "Oslo")
      #expect(try await chromium.text.contains("Kept: Oslo"))
    }
  }

  /// The first response has no notice and contains the complete layer.
  @Test(arguments: Chromium.Options.withScript, ["/menu/stack/sign-up", "/inventory/add"])
  func `Text is kept on the nearest page of an unknown location`(
    options: Chromium.Options, path: String
  ) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("\(path)/gone", of: site)
      try await chromium.settle()
      #expect(try await chromium.text.contains("That page doesn't exist"))
      try await chromium.evaluate(
        """
        (() => {
          window.fields = [...document.querySelectorAll("form.layer input[id]")]
          // The focused element and its ancestors aren't moved, because Firefox may lose a key pressed
          // at that time.
          window.moved = []
          const observer = new MutationObserver((changes) => {
            for (const { removedNodes } of changes) {
              for (const node of removedNodes) if (node.isConnected) moved.push(node.className || node.nodeName)
            }
          })
          observer.observe(document, { subtree: true, childList: true })
        })()
        """)
      try await chromium.press("Ada", in: "Name")
      let (text, next) =
        path == "/inventory/add" ? ("12", "Quantity") : ("ada@example.com", "Email")
      try await chromium.evaluate(
        "fields.find((field) => field.labels[0].textContent === '\(next)').focus()")
      for letter in text { try await chromium.press(String(letter)) }
      try await chromium.settle()
      #expect(try await !chromium.text.contains("That page doesn't exist"))
      #expect(
        try await chromium.evaluate("fields.every((field) => field.isConnected)").bool == true)
      #expect(try await chromium.evaluate("moved.join()").string == "")
      #expect(try await chromium.value(of: "Name") == "Ada")
      // The caret may be before the initial value of the field.
      let value = try await chromium.value(of: next)
      #expect(value.contains(text))
      #expect(
        try await chromium.evaluate("document.activeElement.labels?.[0].textContent").string == next
      )
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `Text moves with its row`(options: Chromium.Options) async throws {
    try await SamplesSite.visit("/order", options) { chromium in
      try await chromium.waitFor("the script") {
        try await chromium.evaluate("document.documentElement.dataset.work").string != nil
      }
      try await chromium.settle()
      let labels =
        "[...document.querySelectorAll('.row label')].map((label) => label.textContent).join()"
      for (button, order) in [
        ("Turn", [6, 5, 4, 3, 2, 1]), ("First goes last", [5, 4, 3, 2, 1, 6]),
      ] {
        try await chromium.evaluate(
          """
          (async () => {
            const field = [...document.querySelectorAll(".row input")].find((input) => input.labels[0].textContent === "Line 2")
            field.focus()
            field.value = "unsent text"
            field.setSelectionRange(3, 6)
            window.field = field
            // A script's click doesn't move the focus.
            const button = [...document.querySelectorAll("button")].find((one) => one.textContent === "\(button)")
            button.click()
          })()
          """)
        let wanted = order.map { "Line \($0)" }.joined(separator: ",")
        try await chromium.waitFor("the order") {
          try await chromium.evaluate(labels).string == wanted
        }
        try await chromium.settle()
        #expect(
          try await chromium.evaluate(
            "field.isConnected && document.activeElement === field && [field.value, field.selectionStart, field.selectionEnd].join()"
          ).string == "unsent text,3,6", "after \(button)")
      }
    }
  }

  @Test func `Text is only restored in its own field`() async throws {
    try await SamplesSite.visit("/places") { chromium in
      try await chromium.settle()
      // The script doesn't send the text of fields that aren't on the reloaded page.
      try await chromium.evaluate(
        """
        window.setTimeout = () => {}
        for (const field of document.querySelectorAll("input[id]")) {
          field.labels[0].htmlFor = field.id + "gone"
          field.id += "gone"
          field.value = "typed"
          field.dispatchEvent(new Event("input", { bubbles: true }))
        }
        """)
      try await chromium.reload()
      try await chromium.settle()
      let values = "[...document.querySelectorAll('input[id]')].map(field => field.value)"
      #expect(
        try await chromium.evaluate(values).array.compactMap(\.string) == [
          "", "typed", "", "",
        ])
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `Text isn't normalized until the field loses the focus`(options: Chromium.Options)
    async throws
  {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory/items/1", of: site)
      try await chromium.fill("Quantity", with: "00")
      try await chromium.settle()
      // The server has parsed it as 0.
      #expect(try await chromium.value(of: "Quantity") == "00")
      try await chromium.press("7", in: "Quantity")
      try await chromium.settle()
      #expect(try await chromium.value(of: "Quantity") == "007")
      try await chromium.press(Key.tab, in: "Quantity")
      try await chromium.settle()
      #expect(try await chromium.value(of: "Quantity") == "7")
      try await chromium.click("Save")
      #expect(site.item(1)?.status == .inStock(quantity: 7))
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `Unsent text is restored after a reload, and is only stored until it's sent`(
    options: Chromium.Options
  ) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory/add", of: site)
      try await chromium.settle()
      try await keepTyping(chromium, "Lamp", in: "Name")
      try await chromium.reload()
      #expect(try await chromium.value(of: "Name") == "Lamp")
      try await chromium.settle()
      // The text has been sent by now.
      try await chromium.reload()
      try await chromium.settle()
      #expect(try await chromium.value(of: "Name") == "Lamp")
      let kept = try await chromium.evaluate("sessionStorage.getItem('cairn-entries')").string
      #expect(kept?.contains("trail") == true)
      #expect(kept?.contains("Lamp") == false)
      try await chromium.click("Save")
      #expect(site.names.last == "Lamp")
    }
  }

  @Test func `Text is kept and saved after ten seconds without a server`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory/add", of: site)
      try await chromium.settle()
      try await chromium.setOffline(true)
      try await chromium.press("Lamp", in: "Name")
      try await chromium.click("Save", leavesPage: false)
      // Wait for ten seconds of the page's clock.
      let start = try #require(await chromium.evaluate("performance.now()").number)
      try await chromium.waitFor("ten seconds") {
        try await chromium.evaluate("performance.now()").number ?? 0 > start + 10_000
      }
      #expect(try await chromium.dialogs == ["Add item"])
      #expect(try await chromium.value(of: "Name") == "Lamp")
      #expect(site.names.count == 4)
      try await chromium.setOffline(false)
      try await chromium.settle()
      #expect(try await chromium.dialogs == [])
      #expect(site.names.suffix(1) == ["Lamp"])
      #expect(site.names.count == 5)
      _ = try await chromium.complaints
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `Text that is too long for its field stays on the page`(
    options: Chromium.Options
  ) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory/add", of: site)
      try await chromium.settle()
      let id = try #require(await chromium.attribute("id", of: chromium.field("Name")))
      try await chromium.evaluate(
        """
        (() => {
          const field = document.getElementById("\(id)")
          field.value = "x".repeat(270_000)
          field.dispatchEvent(new Event("input", { bubbles: true }))
        })()
        """)
      try await chromium.waitFor("the message") {
        try await chromium.text.contains("This wasn't saved. Is it too long?")
      }
      #expect(try await chromium.path.hasSuffix("/inventory/add"))
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.click("Save")
      #expect(site.names.last == "Lamp")
      #expect(try await chromium.complaints.allSatisfy { $0.contains("413") })
    }
  }

  @Test(arguments: Chromium.Options.withScript)
  func `Text that is too long for a form stays in its field`(
    options: Chromium.Options
  ) async throws {
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory/add", of: site)
      try await chromium.settle()
      let id = try #require(await chromium.attribute("id", of: chromium.field("Name")))
      // More than a field allows, and more than any form allows.
      for count in [270_000, 1_200_000] {
        try await chromium.evaluate(
          "document.getElementById('\(id)').value = 'x'.repeat(\(count)), 0")
        try await chromium.click("Save")
        try await chromium.waitFor("the message") {
          try await chromium.text.contains("This wasn't saved. Is it too long?")
        }
        #expect(try await chromium.value(of: "Name").count == count)
        #expect(try await chromium.path.hasSuffix("/inventory/add"))
      }
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.click("Save")
      #expect(site.names.last == "Lamp")
      #expect(try await chromium.complaints.allSatisfy { $0.contains("413") })
    }
  }

  @Test func `Selecting text with the mouse beyond the sheet doesn't dismiss it`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory/add", of: site)
      try await chromium.fill("Name", with: "Lamp")
      try await chromium.settle()
      let id = try #require(await chromium.attribute("id", of: chromium.field("Name")))
      let box = try await chromium.box("#\(id)")
      for (type, x) in [("Pressed", box.x + 20), ("Moved", 40), ("Released", 20)] {
        try await chromium.devTools(
          "Input.dispatchMouseEvent",
          [
            "type": .string("mouse\(type)"), "x": .number(x), "y": .number(box.y + 10),
            "button": "left", "buttons": 1, "clickCount": 1,
          ])
      }
      try await chromium.settle()
      #expect(try await chromium.dialogs == ["Add item"])
      #expect(try await chromium.value(of: "Name") == "Lamp")
      // A click next to the sheet doesn't discard the typed text. Escape dismisses the sheet.
      try await chromium.click(at: (20, 450))
      try await chromium.settle()
      #expect(try await chromium.dialogs == ["Add item"])
      #expect(try await chromium.value(of: "Name") == "Lamp")
      try await chromium.perform(leavesPage: true) { try await chromium.press(Key.escape) }
      #expect(try await chromium.dialogs == [])
    }
  }
}
