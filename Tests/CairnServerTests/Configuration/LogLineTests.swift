import CairnServer
import Logging
import Synchronization
import Testing

@Suite struct LogLineTests {
  @Test func `A log message is one line`() {
    let line = LogLine.text(
      time: 1_795_228_198, level: .warning, label: "cairn", message: "slow answer",
      metadata: ["ms": "1200", "path": "/a b", "kind": ""])
    #expect(
      line
        == "2026-11-21T02:29:58Z warning cairn: slow answer kind=\"\" ms=1200 path=\"/a b\"\n")
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
    (951_782_400, "2000-02-29T00:00:00Z"), (4_107_542_399, "2100-02-28T23:59:59Z"),
    (1_798_761_599, "2026-12-31T23:59:59Z"),
  ])
  func `Times are in UTC`(seconds: Int64, expected: String) {
    let line = LogLine.text(time: seconds, level: .info, label: "", message: "", metadata: [:])
    #expect(line.hasPrefix(expected + " "))
  }

  @Test func `Control characters in messages can't start a new log line`() {
    let line = LogLine.text(
      time: 0, level: .info, label: "cairn", message: "a\nb\r\u{1b}[2J",
      metadata: ["x\ny": "\u{2028}\u{202e}é🎹"])
    #expect(line.filter(\.isNewline) == "\n")
    #expect(line.hasSuffix("cairn: a\\nb\\r\\u{1B}[2J x\\ny=\\u{2028}\\u{202E}é🎹\n"))
  }

  @Test func `In the layout with lines, further lines of a message are indented`() {
    let line = LogLine.text(
      time: 0, level: .info, label: "app", message: "a\n2026 error cairn: b\r", metadata: [:],
      layout: .lines)
    #expect(line.hasSuffix(" info app: a\n    2026 error cairn: b\\r\n"))
  }

  @Test func `A logger writes its metadata and respects its level`() {
    let lines = Lines()
    var logger = Logger(label: "cairn.http") { LineLogHandler(label: $0, write: lines.add) }
    logger[metadataKey: "port"] = "8080"
    logger.debug("not shown")
    logger.info("started", metadata: ["host": "::1"])
    logger.logLevel = .debug
    logger.debug("shown")
    #expect(
      lines.all.map { $0.drop { $0 != " " } } == [
        " info cairn.http: started host=::1 port=8080\n", " debug cairn.http: shown port=8080\n",
      ])
  }

  @Test func `Settings create a logger with their log level`() {
    var settings = ServerSettings()
    settings.logLevel = .error
    #expect(settings.logger(label: "x").logLevel == .error)
  }

  final class Lines: Sendable {
    private let lines = Mutex([String]())
    var all: [String] { lines.withLock { $0 } }
    var add: @Sendable (String) -> Void { { line in self.lines.withLock { $0.append(line) } } }
  }
}
