import Dispatch
import Foundation
import Synchronization
import Testing

@testable import CairnServer

@Suite(.timeLimit(.minutes(30))) struct LineWriterTests {
  /// A reader that reads only when a test lets it.
  private final class Reader: Sendable {
    let writes = Mutex<[[UInt8]]>([])
    let began = DispatchSemaphore(value: 0)
    let go = DispatchSemaphore(value: 0)
    let dropped = Mutex<[Int]>([])

    let isGone = Atomic(false)

    func read(_ bytes: [UInt8]) -> Bool {
      if isGone.load(ordering: .relaxed) { return false }
      writes.withLock { $0.append(bytes) }
      began.signal()
      go.wait()
      return true
    }

    func writer() -> LineWriter {
      LineWriter(
        write: { self.read($0) }, onDrop: { count in self.dropped.withLock { $0.append(count) } })
    }
  }

  @Test func `A slow reader doesn't block the threads that append lines`() async {
    let reader = Reader()
    let writer = reader.writer()
    writer.append([1])
    reader.began.wait()
    // If the writer wrote on this thread, it would wait for the reader.
    for byte in 2...9 { writer.append([UInt8(byte)]) }
    reader.go.signal()
    reader.go.signal()
    await writer.finish()
    #expect(reader.writes.withLock { $0 } == [[1], [2, 3, 4, 5, 6, 7, 8, 9]])
    #expect(reader.dropped.withLock { $0 }.isEmpty)
  }

  @Test func `The size of waiting lines is limited`() async {
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

  @Test func `A reader that never reads doesn't delay the end`() async {
    let reader = Reader()
    let writer = reader.writer()
    writer.append([1])
    reader.began.wait()
    await writer.finish(within: .milliseconds(1))
    #expect(reader.writes.withLock { $0 } == [[1]])
    reader.go.signal()
  }

  @Test func `Lost lines are reported after the next line that can be written`() async {
    let reader = Reader()
    let writer = reader.writer()
    reader.isGone.store(true, ordering: .relaxed)
    writer.append(Array("a\nb\n".utf8))
    await writer.finish()
    #expect(reader.dropped.withLock { $0 }.isEmpty)
    #expect(writer.droppedCount == 2)
    reader.isGone.store(false, ordering: .relaxed)
    reader.go.signal()
    writer.append(Array("c\n".utf8))
    await writer.finish()
    #expect(reader.dropped.withLock { $0 } == [2])
    #expect(writer.droppedCount == 2)
  }

  @Test func `All bytes are written to a descriptor that doesn't block`() async throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    try #require(fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0)
    let writer = LineWriter(descriptor: descriptor) { _ in }
    // The text is larger than a pipe's buffer.
    let line = [UInt8](repeating: UInt8(ascii: "a"), count: LineWriter.limit)
    writer.append(line)
    #expect(try pipe.fileHandleForReading.read(upToCount: line.count)?.count == line.count)
    #expect(writer.droppedCount == 0)
  }
}
