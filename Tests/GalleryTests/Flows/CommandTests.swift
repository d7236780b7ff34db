import CairnTesting
import Foundation
import Testing

/// The `Gallery` executable, run as a process.
@Suite(.timeLimit(.minutes(1)), .serialized) struct CommandTests {
  /// What became of a process that ended by itself.
  private struct Outcome {
    let status: Int32
    let output: String
    let error: String
  }

  /// The executable that was built along with the tests.
  private static var executable: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "Gallery")
  }

  private static func process(_ arguments: [String]) -> (Process, output: Pipe, error: Pipe) {
    let process = Process()
    process.executableURL = executable
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

  /// Runs the gallery on a free port, and returns when it listens.
  private static func serve() throws -> (process: Process, port: Int) {
    let (process, output, _) = process([
      "--database", ":memory:", "--sessions", ":memory:", "--port", "0",
    ])
    try process.run()
    var line = ""
    while !line.hasSuffix("\n") {
      guard let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty else {
        break
      }
      line += String(decoding: byte, as: UTF8.self)
    }
    let port = line.split(separator: ":").last.flatMap { Int($0.prefix { $0.isNumber }) }
    return (process, try #require(port, "It said: \(line)"))
  }

  @Test(arguments: [SIGTERM, SIGINT]) func aSignalEndsItGracefully(signal: Int32) async throws {
    let (process, port) = try Self.serve()
    let browser = Browser(SocketTransport(port: port))
    try await browser.open("/inventory")
    try await browser.click("Add")
    try browser.set("Timer", to: true)
    try await browser.click("Apply")
    #expect(browser.text.contains("This form closes in"))
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }

  @Test func aTakenPortIsOneLine() async throws {
    let (process, port) = try Self.serve()
    let second = try Self.outcome(of: [
      "--database", ":memory:", "--sessions", ":memory:", "--port", "\(port)",
    ])
    #expect(second.status != 0)
    #expect(second.output.isEmpty)
    #expect(second.error == "Error: Port \(port) of 127.0.0.1 is taken.\n")
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
  }

  @Test func aDatabaseThatCanNotBeOpenedIsOneLine() throws {
    let outcome = try Self.outcome(of: ["--database", "/proc/nothing/x.sqlite", "--port", "0"])
    #expect(outcome.status != 0)
    #expect(outcome.error.hasPrefix("Error: The database '/proc/nothing/x.sqlite' can't be opened"))
    #expect(outcome.error.split(separator: "\n").count == 1)
  }

  @Test func aBadOptionIsNamed() throws {
    let outcome = try Self.outcome(of: ["--port", "abc"])
    #expect(outcome.status != 0)
    #expect(outcome.error.hasPrefix("Error: --port: 'abc' is not a port"))
  }
}
