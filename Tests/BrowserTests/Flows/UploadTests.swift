import Foundation
import Testing

@testable import WebDriver

@Suite("Browser: files")
struct UploadTests {
  private static let folder = FileManager.default.temporaryDirectory

  /// A file of this machine, while a test needs it.
  private func withFile(
    _ name: String, bytes: Int, _ body: (String) async throws -> Void
  ) async throws {
    let folder = Self.folder.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try Data(repeating: 0x78, count: bytes).write(to: file)
    try await body(file.path)
  }

  private func attached(_ chromium: Chromium) async throws -> [String] {
    try await chromium.settle()
    return try await chromium.evaluate(
      "document.body.innerText.split('\\n').filter(line => line.startsWith('Attached '))"
    ).array.compactMap(\.string)
  }

  /// What the field says and holds, and whether its bar is shown.
  private func field(_ chromium: Chromium) async throws -> [String] {
    try await chromium.evaluate(
      """
      [document.querySelector(".file .error")?.textContent ?? "", document.querySelector(".file input").value,
        document.querySelector(".file progress").checkVisibility() ? "bar" : ""]
      """
    ).array.compactMap(\.string)
  }

  @Test func `a file is sent as soon as it is chosen, and the field shows how far it is`()
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
        // The same again is chosen again.
        try await chromium.attach(path, to: "Attachment")
        #expect(try await attached(chromium).count == 2)
      }
    }
  }

  @Test func `one that is too large is not sent`() async throws {
    try await SamplesSite.visit("/letters") { chromium in
      try await chromium.settle()
      let before = try await chromium.evaluate("document.documentElement.dataset.work").string
      try await withFile("a.txt", bytes: 3_000_001) { path in
        try await chromium.attach(path, to: "Attachment")
        #expect(try await field(chromium) == ["The file is larger than 3 MB.", "", ""])
        #expect(
          try await chromium.evaluate("document.documentElement.dataset.work").string == before)
      }
      try await withFile("b.txt", bytes: 10) { path in
        try await chromium.attach(path, to: "Attachment")
        #expect(try await attached(chromium) == ["Attached b.txt, 10 bytes"])
        #expect(try await field(chromium) == ["", "", ""])
      }
    }
  }

  @Test func `what the server refuses is said, and nothing is chosen any more`() async throws {
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

  @Test func `one that could not be sent is sent again, and comes once`() async throws {
    try await SamplesSite.visit("/letters") { chromium in
      try await chromium.settle()
      // The server takes the first one, but its answer does not come.
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

  @Test func `without the script it travels with the next button`() async throws {
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
