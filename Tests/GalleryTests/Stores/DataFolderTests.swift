import CairnTesting
import Foundation
import Testing
import Ways

/// The executable without options for its files, which are then in the user's data folder.
@Suite(.timeLimit(.minutes(30)), .serialized, .withoutScript(.process)) final class DataFolderTests
{
  private let directory: URL
  private let reserved: ReservedPort
  private var gallery: GalleryProcess?

  init() throws {
    reserved = try ReservedPort()
    directory = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit {
    gallery?.end(by: SIGKILL)
    try? FileManager.default.removeItem(at: directory)
  }

  /// A separate data folder for the test, without options for files.
  private var environment: [String: String] {
    ["XDG_DATA_HOME": directory.path, "CAIRN_DATABASE": "", "CAIRN_SESSIONS": ""]
  }

  private var sessions: URL { directory.appending(path: "cairn/sessions.sqlite") }

  private func start() throws {
    gallery = try GalleryProcess([], port: Int(reserved.number), environment: environment)
  }

  private func kill() {
    gallery?.end(by: SIGKILL)
    gallery = nil
  }

  @Test func `A form is restored after a kill`() async throws {
    try start()
    let browser = Browser(SocketTransport(port: Int(reserved.number)))
    try await browser.open("/inventory")
    try await browser.click("Add")
    try browser.fill("Name", with: "Webcam")
    try browser.choose("Color", "Green")
    try await browser.click("Apply")
    let sight = browser.sight
    kill()
    #expect(FileManager.default.fileExists(atPath: sessions.path))
    try start()
    try await browser.reload()
    #expect(browser.sight == sight)
    #expect(try browser.field("Name").value == "Webcam")
    try await browser.click("Save")
    #expect(browser.pile == ["screen Inventory"])
    #expect(browser.notice == nil)
    #expect(browser.rows.count == 5)
  }

  @Test func `A damaged file is reported in one line and kept`() throws {
    try start()
    kill()
    let file = sessions
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: file.path + suffix)
    }
    let damage = Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try damage.write(to: file)

    let process = Process()
    process.executableURL = GalleryProcess.executable
    process.arguments = ["--port", "0"]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (output, error) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = error
    try process.run()
    let errorText = String(
      decoding: try error.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus != 0)
    #expect(try output.fileHandleForReading.readToEnd() ?? Data() == Data())
    #expect(errorText.hasPrefix("Error: ") && errorText.hasSuffix("\n"))
    #expect(errorText.split(separator: "\n").count == 1)
    #expect(errorText.contains(file.path) && errorText.contains("is damaged"))
    #expect(errorText.contains("The file was kept"))
    #expect(try Data(contentsOf: file) == damage)
  }
}
