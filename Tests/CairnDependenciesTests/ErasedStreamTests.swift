import CairnDependencies
import Testing

/// Tests sequences that are erased to streams.
@Suite struct ErasedStreamTests {
  /// Counts, and records how often it was asked for an element.
  private struct Numbers: AsyncSequence, Sendable {
    let asked: LockIsolated<Int>
    var end = Int.max

    struct Iterator: AsyncIteratorProtocol {
      let asked: LockIsolated<Int>
      let end: Int
      struct End: Error {}

      mutating func next() async throws -> Int? {
        let number = asked.withValue {
          $0 += 1
          return $0
        }
        if number > end { throw End() }
        return number
      }
    }

    func makeAsyncIterator() -> Iterator { Iterator(asked: asked, end: end) }
  }

  @Test func `Elements are produced on demand`() async {
    let asked = LockIsolated(0)
    var iterator = Numbers(asked: asked).eraseToStream().makeAsyncIterator()
    #expect(asked.value == 0)
    #expect(await iterator.next() == 1)
    #expect(await iterator.next() == 2)
    #expect(asked.value == 2)
  }

  @Test func `An error ends a stream and is thrown by a throwing stream`() async {
    var numbers: [Int] = []
    for await number in Numbers(asked: LockIsolated(0), end: 2).eraseToStream() {
      numbers.append(number)
    }
    #expect(numbers == [1, 2])
    await #expect(throws: Numbers.Iterator.End.self) {
      for try await number in Numbers(asked: LockIsolated(0), end: 2).eraseToThrowingStream() {
        numbers.append(number)
      }
    }
    #expect(numbers == [1, 2, 1, 2])
  }
}
