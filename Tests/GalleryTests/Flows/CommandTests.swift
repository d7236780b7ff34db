import CairnTesting
import Foundation
import Testing
import Ways

/// The `Gallery` executable, run as a process.
@Suite(.timeLimit(.minutes(30)), .serialized, .withoutScript(.process)) struct CommandTests {
  /// The result of a process that exited without a signal.
  private struct Outcome {
    let status: Int32
    let output: String
    let error: String
  }

  private static func process(_ arguments: [String]) -> (Process, output: Pipe, error: Pipe) {
    let process = Process()
    process.executableURL = GalleryProcess.executable
    process.arguments = arguments
    let output = Pipe()
    let error = Pipe()
    process.standardOutput = output
    process.standardError = error
    return (process, output, error)
  }

  private static func outcome(of arguments: [String]) throws -> Outcome {
    let (process, output, error) = process(arguments)
    try process.run()
    let outputData = try output.fileHandleForReading.readToEnd() ?? Data()
    let errorData = try error.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: String(decoding: outputData, as: UTF8.self),
      error: String(decoding: errorData, as: UTF8.self))
  }

  private static func serve() throws -> GalleryProcess {
    try GalleryProcess(["--database", ":memory:", "--sessions", ":memory:"])
  }

  @Test(arguments: [SIGTERM, SIGINT]) func `A signal ends the server gracefully`(signal: Int32)
    async throws
  {
    let server = try Self.serve()
    let browser = Browser(SocketTransport(port: server.port))
    try await browser.open("/inventory")
    try await browser.click("Add")
    try browser.set("Timer", to: true)
    try await browser.click("Apply")
    #expect(browser.text.contains("This form closes in"))
    server.end(by: signal)
    #expect(server.process.terminationReason == .exit)
    #expect(server.process.terminationStatus == 0)
  }

  @Test func `A port in use is reported in one line`() async throws {
    let server = try Self.serve()
    let second = try Self.outcome(of: [
      "--database", ":memory:", "--sessions", ":memory:", "--port", "\(server.port)",
    ])
    #expect(second.status != 0)
    #expect(second.output.isEmpty)
    #expect(
      second.error
        == "Error: Port \(server.port) on 127.0.0.1 is already in use. Choose another port.\n")
    server.end(by: SIGTERM)
  }

  @Test func `A database that can't be opened is reported in one line`() throws {
    let outcome = try Self.outcome(of: ["--database", "/proc/nothing/x.sqlite", "--port", "0"])
    #expect(outcome.status != 0)
    #expect(outcome.error.hasPrefix("Error: The database '/proc/nothing/x.sqlite' can't be opened"))
    #expect(outcome.error.split(separator: "\n").count == 1)
  }

  @Test func `An invalid option is named in the error`() throws {
    let outcome = try Self.outcome(of: ["--port", "abc"])
    #expect(outcome.status != 0)
    #expect(outcome.error.hasPrefix("Error: --port: 'abc' isn't a port"))
  }

  @Test func `The texts of the samples are complete, and all of them are used`() throws {
    let outcome = try Self.outcome(of: ["strings", "--sources", Self.sources("Gallery/Members")])
    #expect(outcome.output.isEmpty)
    #expect(outcome.status == 0)
  }

  @Test func `Texts that the sources don't contain are listed, and the exit code is 1`() throws {
    // Only the sources of another sample are searched.
    let outcome = try Self.outcome(of: ["strings", "--sources", Self.sources("Gallery/Counters")])
    #expect(outcome.output.hasPrefix("/members: \""))
    #expect(outcome.output.contains("/members: \"Another browser\" is unused\n"))
    #expect(outcome.status == 1)
  }

  @Test func `Literals that no catalog contains are listed, and the exit code is 1`() throws {
    let counters = Self.sources("Gallery/Counters")
    let outcome = try Self.outcome(
      of: ["strings", "--sources", Self.sources("Gallery/Members"), counters])
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("\(counters)/") })
    let literal = #/CountersViews\.swift:\d+: "Add counter" isn't in the string catalog/#
    #expect(lines.contains { $0.firstMatch(of: literal) != nil })
    #expect(outcome.status == 1)
  }

  @Test func `Sources that can't be read are reported`() throws {
    let outcome = try Self.outcome(of: ["strings", "--sources", "/proc/nothing"])
    #expect(outcome.output.isEmpty)
    #expect(outcome.error.hasPrefix("Error: /proc/nothing: The file or folder doesn't exist."))
    #expect(outcome.status == 1)
  }

  /// Returns the path of a folder of sources.
  private static func sources(_ folder: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources")
      .standardized.appending(path: folder).path(percentEncoded: false)
  }

  @Test func `A copied executable works without other files`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let copy = folder.appending(path: "Gallery")
    try FileManager.default.copyItem(at: GalleryProcess.executable, to: copy)
    // An executable that looks up its files in the build folder contains the folder's name.
    let executable = try Data(contentsOf: copy, options: .alwaysMapped)
    for bundle in ["cairn_CairnPublic.resources", "cairn_CairnTemplates.resources"] {
      #expect(executable.range(of: Data(bundle.utf8)) == nil)
    }
    let server = try GalleryProcess(
      ["--database", ":memory:", "--sessions", ":memory:"], executable: copy)
    defer { server.end(by: SIGTERM) }
    let browser = Browser(SocketTransport(port: server.port))
    try await browser.open("/inventory")
    #expect(browser.text.contains("Keyboard"))
  }
}
