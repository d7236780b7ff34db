import Logging
import Synchronization
import Testing

@testable import CairnServer

@Suite struct LogRateTests {
  @Test func `Each kind of message is limited to ten lines per minute`() async {
    let lines = LogLines()
    let time = Mutex(ContinuousClock.now)
    await lines.take {
      let logger = Logger(label: "test") { LineLogHandler(label: $0) }
      let rate = LogRate(logger: logger) { time.withLock { $0 } }
      for number in 1...25 { rate.log(.notice, kind: "a", "line \(number)") }
      rate.log(.notice, kind: "b", "another")
      rate.log(.debug, kind: "c", "nobody reads this")
      #expect(lines.all.count == 11)
      #expect(lines.all.last?.contains("another") == true)
      time.withLock { $0 += .seconds(60) }
      rate.log(.notice, kind: "a", "line 26")
      #expect(lines.all.last?.contains("line 26 (15 more messages like this were omitted)") == true)
      rate.log(.notice, kind: "a", "line 27")
      #expect(lines.all.last?.hasSuffix("line 27\n") == true)
    }
  }
}
