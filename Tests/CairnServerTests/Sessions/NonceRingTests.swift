import CairnServer
import Testing

@Suite struct NonceRingTests {
  typealias Ring = NonceRing<String, Int>

  let save = SubmissionDigest(bits: 1)
  let cancel = SubmissionDigest(bits: 2)

  /// Begins a submission that must be processed, or ends the test.
  func begin(
    _ ring: inout Ring, nonce: UInt128, issued: UInt64, digest: SubmissionDigest
  ) throws -> Submission {
    let submission = Submission(nonce: nonce, issued: issued, digest: digest)
    switch ring.begin(submission) {
    case .first, .other: return submission
    case let verdict:
      Issue.record("The submission must not be processed: \(verdict)")
      throw CancellationError()
    }
  }

  @Test func `A repetition gets the response of the first submission`() throws {
    var ring = Ring()
    let work = try begin(&ring, nonce: 7, issued: 10, digest: save)
    #expect(ring.begin(.init(nonce: 7, issued: 10, digest: save)) == .inProgress)
    #expect(ring.finish(work, with: "/inventory") == [])
    #expect(ring.begin(.init(nonce: 7, issued: 10, digest: save)) == .finished("/inventory"))
    #expect(ring.begin(.init(nonce: 7, issued: 10, digest: save)) == .finished("/inventory"))
    #expect(ring.count == 1)
  }

  @Test func `Waiting repetitions are returned once, in order`() throws {
    var ring = Ring()
    let work = try begin(&ring, nonce: 7, issued: 10, digest: save)
    #expect(ring.wait(for: work, 1) == true)
    #expect(ring.wait(for: work, 2) == true)
    #expect(ring.finish(work, with: "/") == [1, 2])
    #expect(ring.finish(work, with: "/other") == [])
    #expect(ring.wait(for: work, 3) == false)
    #expect(ring.begin(.init(nonce: 7, issued: 10, digest: save)) == .finished("/"))
  }

  @Test func `A submission with other fields is processed`() throws {
    var ring = Ring()
    let first = try begin(&ring, nonce: 7, issued: 10, digest: save)
    let second = Submission(nonce: 7, issued: 10, digest: cancel)
    #expect(ring.begin(second) == .other)
    _ = ring.finish(second, with: "canceled")
    _ = ring.finish(first, with: "saved")
    #expect(ring.begin(.init(nonce: 7, issued: 10, digest: save)) == .finished("saved"))
    #expect(ring.begin(.init(nonce: 7, issued: 10, digest: cancel)) == .finished("canceled"))
  }

  @Test func `An abandoned submission is processed again`() throws {
    var ring = Ring()
    let work = try begin(&ring, nonce: 7, issued: 10, digest: save)
    #expect(ring.wait(for: work, 1) == true)
    #expect(ring.abandon(work) == [1])
    #expect(ring.begin(.init(nonce: 7, issued: 10, digest: save)) == .first)
  }

  @Test func `A forgotten submission isn't processed`() throws {
    var ring = Ring(capacity: 3)
    for issued in 1...5 {
      let work = try begin(&ring, nonce: UInt128(issued), issued: UInt64(issued), digest: save)
      _ = ring.finish(work, with: "\(issued)")
    }
    #expect(ring.count == 3)
    // The first two are forgotten, so pages of the same age count as forgotten too.
    #expect(ring.begin(.init(nonce: 1, issued: 1, digest: save)) == .forgotten)
    #expect(ring.begin(.init(nonce: 2, issued: 2, digest: save)) == .forgotten)
    #expect(ring.begin(.init(nonce: 2, issued: 2, digest: cancel)) == .forgotten)
    #expect(ring.begin(.init(nonce: 99, issued: 2, digest: save)) == .forgotten)
    // The others are known, and a page that was issued later is new.
    #expect(ring.begin(.init(nonce: 3, issued: 3, digest: save)) == .finished("3"))
    #expect(ring.begin(.init(nonce: 5, issued: 5, digest: save)) == .finished("5"))
    _ = try begin(&ring, nonce: 98, issued: 3, digest: save)
  }

  @Test func `The page that was issued first is forgotten first`() throws {
    var ring = Ring(capacity: 2)
    for issued: UInt64 in [30, 10, 20] {
      let work = try begin(&ring, nonce: UInt128(issued), issued: issued, digest: save)
      _ = ring.finish(work, with: "\(issued)")
    }
    #expect(ring.begin(.init(nonce: 10, issued: 10, digest: save)) == .forgotten)
    #expect(ring.begin(.init(nonce: 20, issued: 20, digest: save)) == .finished("20"))
    #expect(ring.begin(.init(nonce: 30, issued: 30, digest: save)) == .finished("30"))
  }

  @Test func `A repetition of one of a page's submissions is never processed again`() throws {
    var ring = Ring(capacity: 1)
    let first = try begin(&ring, nonce: 7, issued: 10, digest: save)
    _ = ring.finish(first, with: "saved")
    let second = try begin(&ring, nonce: 7, issued: 10, digest: cancel)
    _ = ring.finish(second, with: "canceled")
    #expect(ring.begin(.init(nonce: 7, issued: 10, digest: save)) == .forgotten)
    #expect(ring.begin(.init(nonce: 7, issued: 10, digest: cancel)) == .finished("canceled"))
  }

  @Test func `A submission in progress is never forgotten`() throws {
    var ring = Ring(capacity: 2)
    let slow = try begin(&ring, nonce: 1, issued: 1, digest: save)
    for issued in 2...50 {
      let work = try begin(&ring, nonce: UInt128(issued), issued: UInt64(issued), digest: save)
      _ = ring.finish(work, with: "\(issued)")
    }
    #expect(ring.begin(.init(nonce: 1, issued: 1, digest: save)) == .inProgress)
    #expect(ring.wait(for: slow, 4) == true)
    #expect(ring.finish(slow, with: "slow") == [4])
    #expect(ring.begin(.init(nonce: 1, issued: 1, digest: save)) == .forgotten)
  }

  /// Checks random orders of submissions.
  @Test func `A submission is never processed twice`() {
    var numbers = RepeatableNumbers(seed: 11)
    for _ in 0..<200 {
      var ring = Ring(capacity: Int.random(in: 1...4, using: &numbers))
      var running: [Submission] = []
      var run: Set<Submission> = []
      for _ in 0..<200 {
        if !running.isEmpty, Bool.random(using: &numbers) {
          let work = running.remove(at: Int.random(in: running.indices, using: &numbers))
          _ = ring.finish(work, with: "")
          continue
        }
        let page = UInt64.random(in: 1...12, using: &numbers)
        let submission = Submission(
          nonce: UInt128(page), issued: page / 2,
          digest: Bool.random(using: &numbers) ? save : cancel)
        switch ring.begin(submission) {
        case .first, .other:
          let isNew = run.insert(submission).inserted
          #expect(isNew)
          running.append(submission)
        case .inProgress:
          #expect(running.contains(submission))
        case .finished, .forgotten:
          break
        }
      }
    }
  }
}
