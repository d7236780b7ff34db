import CairnHTTP
import InMemoryLogging
import Logging
import Synchronization
import Testing

@Suite struct LogRateTests {
  @Test func `Each kind of message is limited to ten lines per minute`() {
    let handler = InMemoryLogHandler()
    let messages = { handler.entries.map(\.message.description) }
    let time = Mutex(ContinuousClock.now)
    let rate = LogRate(logger: Logger(label: "test") { _ in handler }) { time.withLock { $0 } }
    for number in 1...25 { rate.log(.notice, kind: "a", "line \(number)") }
    rate.log(.notice, kind: "b", "another")
    rate.log(.debug, kind: "c", "nobody reads this")
    #expect(messages().count == 11)
    #expect(messages().last == "another")
    time.withLock { $0 += .seconds(60) }
    rate.log(.notice, kind: "a", "line 26")
    #expect(messages().last == "line 26 (15 more messages like this were omitted)")
    rate.log(.notice, kind: "a", "line 27")
    #expect(messages().last == "line 27")
  }
}
