import CairnTesting
import Foundation
import Testing

@testable import WebDriver

/// Tests of the WebDriver client with static pages. The other browser tests rely on it.
@Suite("Browser: the WebDriver client")
struct WebDriverTests {
  private static let page = """
    <!doctype html><html lang=en><meta charset=utf-8><title>Before</title>
    <form class="layer screen" inert><button name=a value=covered>Save</button></form>
    <form class="layer sheet"><h1>Form</h1>
    <p><label for=n>Name</label> <input id=n name=n value=old></p>
    <p><label for=t>Notes</label> <textarea id=t name=t></textarea></p>
    <p><label for=c>Color</label> <select id=c name=c><option>None<option>Red</select></p>
    <p><input type=checkbox id=s name=s><label for=s>In stock</label></p>
    <ul><li class=row>Mouse <button name=a value=m>It’s "here"</button></li>
    <li class=row>Mouse pad <button name=a value=p>It’s "here"</button></li></ul>
    <button name=a value=top>Save</button></form>
    <script>document.title = "After"</script>
    """

  /// Runs a closure with the URL of a page. It's a file, because a form in a data URL can't lead to
  /// itself.
  private func withPage(_ body: (String) async throws -> Void) async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("cairn-\(UUID().uuidString).html")
    try Data(Self.page.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await body("file://" + file.path)
  }

  @Test(arguments: [true, false])
  func `The driver operates a page`(javaScript: Bool) async throws {
    try await withPage { url in
      try await Chromium.run(.init(javaScript: javaScript)) { chromium in
        try await chromium.open(url)
        #expect(try await chromium.title == (javaScript ? "After" : "Before"))
        #expect(try await chromium.heading == "Form")

        try await chromium.fill("Name", with: "Key & board")
        try await chromium.fill("Notes", with: "😀 two\nlines")
        try await chromium.choose("Color", "Red")
        try await chromium.set("In stock", to: true)
        #expect(try await chromium.value(of: "Name") == "Key & board")
        #expect(try await chromium.value(of: "Notes") == "😀 two\nlines")
        try await chromium.click("Save")
        #expect(
          try await chromium.location.hasSuffix(
            "?n=Key+%26+board&t=%F0%9F%98%80+two%0D%0Alines&c=Red&s=on&a=top"))

        try await chromium.back()
        #expect(try await chromium.value(of: "Name") == "Key & board")
        try await chromium.click("It’s \"here\"", row: "pad")
        #expect(try await chromium.location.hasSuffix("&a=p"))
        try await chromium.pressEnter(in: "Name")
        #expect(try await chromium.location.hasSuffix("&a=m"))
      }
    }
  }

  @Test func `Tabs are separate`() async throws {
    try await withPage { url in
      try await Chromium.run { chromium in
        try await chromium.open(url)
        let first = try await chromium.tab
        let second = try await chromium.newTab()
        try await chromium.open("about:blank")
        try await chromium.switchTo(tab: first)
        #expect(try await chromium.url == url)
        #expect(first != second)
      }
    }
  }

  @Test func `A test gets a clean browser profile`() async throws {
    try await Site.serve { site in
      let stored = "[/seen=1/.test(document.cookie), localStorage.seen, sessionStorage.seen]"
      for _ in 0..<3 {
        try await Chromium.run { chromium in
          try await chromium.open(site.url("/inventory"))
          #expect(try await chromium.evaluate(stored).array == [false, .null, .null])
          // The session, and the script's report.
          #expect(try await chromium.cookies.count == 2)
          try await chromium.evaluate(
            "document.cookie = 'seen=1; max-age=60', localStorage.seen = 1, sessionStorage.seen = 1"
          )
          #expect(try await chromium.evaluate(stored).array == [true, "1", "1"])
          try await chromium.newTab()
          try await chromium.open(site.url("/counters"))
        }
      }
    }
  }

  @Test func `The driver takes screenshots of narrow dark pages`() async throws {
    try await withPage { url in
      let options = Chromium.Options(javaScript: false, width: 390, height: 844, isDark: true)
      let picture = try await Chromium.run(options) { chromium in
        try await chromium.open(url)
        return try Data(contentsOf: try await chromium.screenshot("driver-390-dark"))
      }
      // The header of a PNG: signature, length, “IHDR”, then width and height.
      #expect(picture.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
      #expect(picture.dropFirst(16).prefix(4) == Data([0, 0, 1, 0x86]))
    }
  }

  @Test func `An error lists the available controls`() async throws {
    try await withPage { url in
      try await Chromium.run { chromium in
        try await chromium.open(url)
        let error = await #expect(throws: WebDriverError.self) {
          try await chromium.click("Sav")
        }
        #expect(error?.message.hasSuffix("It’s \"here\", It’s \"here\", Save") == true)
      }
    }
  }
}
