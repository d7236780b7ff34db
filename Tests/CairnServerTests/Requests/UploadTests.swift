import Cairn
import CairnTesting
import Foundation
import Testing
import Ways

@testable import CairnRecorder
@testable import CairnServer

@Suite(.restarting, .withoutScript(.requests)) struct UploadTests {
  /// Runs a test with a server of the album. Its upload folder must be empty at the end.
  private func withAlbum(
    maximum: Int? = nil, _ test: (Server, SocketTransport, String) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var settings = ServerSettings()
    settings.port = 0
    settings.uploadsFolder = folder
    if let maximum { settings.maximumUploadSize = maximum }
    let server = try Server(settings: settings) { Mount("/", AlbumApp.self) }
    try server.start()
    do {
      try await test(server, SocketTransport(port: server.port), folder)
    } catch {
      await server.stop()
      throw error
    }
    while server.uploadedBytes > 0 { try await Task.sleep(for: .milliseconds(1)) }
    await server.stop()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  private static let letter = BrowserFile("a.txt", text: "Dear you")

  @Test(arguments: [true, false])
  func `A file's action is processed before the button's action`(isInProcess: Bool) async throws {
    try await withAlbum { server, transport, _ in
      let browser =
        isInProcess ? Browser(InProcessTransport(server)) : Browser(transport)
      try await browser.open("/")
      try browser.attach(Self.letter, to: "Picture")
      #expect(try browser.field("Picture").value == "a.txt")
      try browser.fill("Title", with: "Letters")
      try await browser.click("Save")
      #expect(browser.text.contains("Title: Letters, chosen: 1, saved: yes"))
      #expect(browser.text.contains("Got a.txt: Dear you (8)"))
      // The next page has no chosen file.
      #expect(try browser.field("Picture").value == "")
      try await browser.click("Save")
      #expect(browser.text.contains("chosen: 1,"))
    }
  }

  @Test func `The same form is a repetition, unless its file differs`() async throws {
    try await withAlbum { _, transport, _ in
      let browser = Browser(transport)
      try await browser.open("/")
      try await browser.click("Save")
      for (file, chosen) in [
        (Self.letter, 1), (Self.letter, 1), (BrowserFile("a.txt", text: "Dear me!"), 2),
        (BrowserFile("b.txt", text: "Dear me!"), 3), (BrowserFile("b.txt", text: "Dear me!"), 3),
      ] {
        try browser.attach(file, to: "Picture")
        try await browser.click("Save")
        #expect(browser.text.contains("chosen: \(chosen),"))
        try await browser.back()
      }
    }
  }

  @Test func `A message below the field explains why a file is rejected`() async throws {
    try await withAlbum { _, transport, _ in
      let browser = Browser(transport)
      try await browser.open("/")
      try browser.attach(BrowserFile("a.exe", text: "x"), to: "Picture")
      try await browser.click("Save")
      #expect(
        try browser.field("Picture").error
          == "“a.exe” isn't an accepted type of file. Its name must end in .txt.")
      #expect(browser.text.contains("chosen: 0, saved: no"))
      let large = BrowserFile("a.txt", contents: [UInt8](repeating: 0x78, count: 100_001))
      try browser.attach(large, to: "Picture")
      try await browser.click("Save")
      #expect(try browser.field("Picture").error == "“a.txt” is larger than 100 kB.")
      // Submitting without a file clears the message.
      try await browser.click("Save")
      #expect(try browser.field("Picture").error == nil)
      #expect(browser.text.contains("chosen: 0, saved: yes"))
    }
  }

  @Test func `A file for a field that isn't on the page is ignored`() async throws {
    try await withAlbum { _, transport, _ in
      let browser = Browser(transport)
      try await browser.open("/")
      try await browser.click("Save")
      let other = try await browser.duplicateTab()
      try await other.click("Close")
      try browser.attach(Self.letter, to: "Picture")
      try await browser.click("Save")
      #expect(browser.text.contains("chosen: ") && !browser.text.contains("Got"))
    }
  }

  @Test func `A disabled field rejects files`() async throws {
    try await withAlbum { _, transport, _ in
      let browser = Browser(transport)
      try await browser.open("/")
      try await browser.click("Save")
      // The previous page has an enabled field.
      try browser.set("Full", to: true)
      try await browser.click("Save")
      try await browser.back()
      try browser.attach(Self.letter, to: "Picture")
      try await browser.click("Save")
      #expect(browser.text.contains("chosen: 0,"))
      #expect(try browser.field("Picture").error != nil)
    }
  }

  @Test func `A restored form doesn't keep its file`() async throws {
    try await withAlbum { server, transport, _ in
      let browser = Browser(transport)
      try await browser.open("/")
      try await browser.click("Save")
      try browser.fill("Title", with: "Letters")
      try browser.attach(Self.letter, to: "Picture")
      browser.removeCookies()
      try await browser.click("Save")
      #expect(browser.text.contains("Files aren't kept. Choose your file again."))
      #expect(browser.text.contains("chosen: 0,"))
      #expect(try browser.field("Picture").value == "")
    }
  }

  @Test func `An upload that exceeds the server's limit is rejected`() async throws {
    try await withAlbum(maximum: 64 * 1024) { server, transport, _ in
      for browser in [Browser(transport), Browser(InProcessTransport(server))] {
        try await browser.open("/")
        let large = BrowserFile("a.txt", contents: [UInt8](repeating: 0x78, count: 70_000))
        try browser.attach(large, to: "Picture")
        try await browser.click("Save")
        #expect(browser.status == 413)
      }
    }
  }

  @Test func `A journal doesn't contain the contents of files`() async throws {
    var settings = ServerSettings()
    settings.recordsScenes = true
    let server = try Server(settings: settings) { Mount("/", AlbumApp.self) }
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/")
    let letter = BrowserFile("a.txt", text: "Dear you, the word is swordfish")
    try browser.attach(letter, to: "Picture")
    try await browser.click("Save")
    #expect(browser.text.contains("Got a.txt"))
    let text = try await browser.saved("Journal")
    #expect(text.contains("a.txt") && !text.contains("swordfish"))
    // A replay reports that a value is missing.
    let journal = try Journal(bytes: Array(text.utf8))
    #expect(journal.entries.contains { $0.form?.fields.contains { $0.value == nil } == true })
  }
}
