import Dispatch
import Synchronization
import Testing

@testable import CairnServer

@Suite(.timeLimit(.minutes(5))) struct LineWriterTests {
  /// A reader that reads when it is let.
  private final class Reader: Sendable {
    let writes = Mutex<[[UInt8]]>([])
    let began = DispatchSemaphore(value: 0)
    let go = DispatchSemaphore(value: 0)
    let dropped = Mutex<[Int]>([])

    func read(_ bytes: [UInt8]) {
      writes.withLock { $0.append(bytes) }
      began.signal()
      go.wait()
    }

    func writer() -> LineWriter {
      LineWriter(
        write: { self.read($0) }, onDrop: { count in self.dropped.withLock { $0.append(count) } })
    }
  }

  @Test func whoReadsSlowlyHoldsUpNobody() async {
    let reader = Reader()
    let writer = reader.writer()
    writer.append([1])
    reader.began.wait()
    // Were it written here, this would wait for the reader.
    for byte in 2...9 { writer.append([UInt8(byte)]) }
    reader.go.signal()
    reader.go.signal()
    await writer.finish()
    #expect(reader.writes.withLock { $0 } == [[1], [2, 3, 4, 5, 6, 7, 8, 9]])
    #expect(reader.dropped.withLock { $0 }.isEmpty)
  }

  @Test func whatWaitsIsBounded() async {
    let reader = Reader()
    let writer = reader.writer()
    writer.append([1])
    reader.began.wait()
    let line = [UInt8](repeating: 2, count: LineWriter.limit / 2)
    for _ in 0..<5 { writer.append(line) }
    reader.go.signal()
    reader.go.signal()
    await writer.finish()
    #expect(reader.writes.withLock { $0.map(\.count) } == [1, LineWriter.limit])
    #expect(reader.dropped.withLock { $0 } == [3])
  }
}
