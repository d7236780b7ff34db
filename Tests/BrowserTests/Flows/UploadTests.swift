import Foundation
import Testing

@testable import WebDriver

@Suite("Browser: file uploads")
struct UploadTests {
  private static let folder = FileManager.default.temporaryDirectory

  /// Creates a local file for the duration of a closure.
  private func withFile(
    _ name: String, bytes: Int, _ body: (String) async throws -> Void
  ) async throws {
    try await withFile(name, Data(repeating: 0x78, count: bytes), body)
  }

  private func withFile(
    _ name: String, _ contents: Data, _ body: (String) async throws -> Void
  ) async throws {
    let folder = Self.folder.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try contents.write(to: file)
    try await body(file.path)
  }

  private func attached(_ chromium: Chromium) async throws -> [String] {
    try await chromium.settle()
    return try await chromium.evaluate(
      "document.body.innerText.split('\\n').filter(line => line.startsWith('Attached '))"
    ).array.compactMap(\.string)
  }

  /// The field's error and value, and whether its progress bar is visible.
  private func field(_ chromium: Chromium) async throws -> [String] {
    try await chromium.evaluate(
      """
      [document.querySelector(".file .error")?.textContent ?? "", document.querySelector(".file input").value,
        document.querySelector(".file progress").checkVisibility() ? "bar" : ""]
      """
    ).array.compactMap(\.string)
  }

  @Test func `The summary of an imported file is announced`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory/import", of: site)
      try await withFile("items.csv", Data("Lamp,3\nChair,many".utf8)) { path in
        try await chromium.attach(path, to: "List")
        try await chromium.settle()
        let announced = "document.querySelector('[role=status].announcer').textContent"
        #expect(
          try await chromium.evaluate(announced).string
            == "“items.csv” has 1 item. 1 line will be left out.")
      }
      try await chromium.click("Save")
      #expect(try await chromium.dialogs == ["1 line was left out"])
      #expect(site.names.last == "Lamp")
    }
  }

  @Test func `A file is sent when it's chosen, and the field shows the progress`()
    async throws
  {
    try await SamplesSite.visit("/letters") { chromium in
      try await chromium.settle()
      try await chromium.evaluate(
        """
        window.seen = []
        new MutationObserver(() => {
          const bar = document.querySelector(".file progress")
          if (bar.checkVisibility()) window.seen.push(bar.value)
        }).observe(document.body, { subtree: true, attributes: true })
        """)
      try await withFile("a.txt", bytes: 2_500_000) { path in
        try await chromium.attach(path, to: "Attachment")
        #expect(try await attached(chromium) == ["Attached a.txt, 2500000 bytes"])
        #expect(try await field(chromium) == ["", "", ""])
        let seen = try await chromium.evaluate("window.seen").array.compactMap(\.number)
        #expect(seen.first == 0 && seen.contains { $0 > 0 } && seen == seen.sorted(), "\(seen)")
        // The same file can be chosen again.
        try await chromium.attach(path, to: "Attachment")
        #expect(try await attached(chromium).count == 2)
      }
    }
  }

  @Test func `A file that is too large isn't sent`() async throws {
    try await SamplesSite.visit("/letters") { chromium in
      try await chromium.settle()
      let before = try await chromium.evaluate("document.documentElement.dataset.work").string
      try await withFile("a.txt", bytes: 3_000_001) { path in
        try await chromium.attach(path, to: "Attachment")
        #expect(try await field(chromium) == ["“a.txt” is larger than 3 MB.", "", ""])
        #expect(try await chromium.title.hasPrefix("Error: "))
        #expect(
          try await chromium.evaluate("document.documentElement.dataset.work").string == before)
      }
      try await withFile("b.txt", bytes: 10) { path in
        try await chromium.attach(path, to: "Attachment")
        #expect(try await attached(chromium) == ["Attached b.txt, 10 bytes"])
        #expect(try await field(chromium) == ["", "", ""])
        #expect(try await !chromium.title.hasPrefix("Error: "))
      }
    }
  }

  @Test func `A rejected file shows an error, and the selection is cleared`() async throws {
    try await SamplesSite.visit("/letters") { chromium in
      try await withFile("a.exe", bytes: 10) { path in
        try await chromium.attach(path, to: "Attachment")
        #expect(try await attached(chromium) == [])
        let field = try await field(chromium)
        #expect(field[0].hasPrefix("“a.exe” isn't an accepted type of file."))
        #expect(field[1...] == ["", ""])
      }
      try await withFile("a.txt", bytes: 10) { path in
        try await chromium.attach(path, to: "Attachment")
        #expect(try await attached(chromium) == ["Attached a.txt, 10 bytes"])
        #expect(try await field(chromium) == ["", "", ""])
      }
    }
  }

  @Test func `A file is sent again after a failure and arrives once`() async throws {
    try await SamplesSite.visit("/letters") { chromium in
      try await chromium.settle()
      // The server receives the first file, but its response is lost.
      try await chromium.evaluate(
        """
        window.sent = 0
        const send = XMLHttpRequest.prototype.send
        XMLHttpRequest.prototype.send = function (body) {
          if (window.sent++) return send.call(this, body)
          const { onloadend } = this
          this.onloadend = () => {
            Object.defineProperty(this, "status", { value: 0 })
            onloadend()
          }
          send.call(this, body)
        }
        """)
      try await withFile("a.txt", bytes: 100_000) { path in
        try await chromium.attach(path, to: "Attachment")
        #expect(try await attached(chromium) == ["Attached a.txt, 100000 bytes"])
        #expect(try await chromium.evaluate("window.sent").number == 2)
      }
    }
  }

  @Test func `Without the script, a file is sent with the next button`() async throws {
    try await SamplesSite.visit("/letters", Chromium.Options(javaScript: false)) { chromium in
      try await withFile("ä \"b\".txt", bytes: 100_000) { path in
        try await chromium.attach(path, to: "Attachment")
        try await chromium.click("Send")
        let text = try await chromium.text
        #expect(text.contains("Sent"))
        #expect(text.contains("Attached ä \"b\".txt, 100000 bytes"))
      }
    }
  }
}
