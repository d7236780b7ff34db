import Foundation
import Testing

@testable import Capacity

@Suite struct BackOffTests {
  @Test func `Each pause is twice as long as the previous one, up to the longest`() {
    let backOff = BackOff(first: 1, longest: 15, jitter: 1...1)
    var random = SeededRandom(seed: 1)
    let pauses = (0..<7).map { backOff.pause(after: $0, using: &random) }
    #expect(pauses == [1, 2, 4, 8, 15, 15, 15])
  }

  @Test func `Jitter multiplies a pause by a number of its range`() {
    let backOff = BackOff(first: 2, longest: 15, jitter: 0.5...1.5)
    var random = SeededRandom(seed: 1)
    let pauses = (0..<1000).map { _ in backOff.pause(after: 0, using: &random) }
    #expect(pauses.allSatisfy { (1...3).contains($0) })
    #expect(abs(pauses.reduce(0, +) / 1000 - 2) < 0.1)
  }

  @Test func `Random numbers are between 0 and 1, and their mean is in the middle`() {
    var random = SeededRandom(seed: 7)
    let numbers = (0..<10_000).map { _ in random.unit() }
    #expect(numbers.allSatisfy { $0 >= 0 && $0 < 1 })
    #expect(abs(numbers.reduce(0, +) / 10_000 - 0.5) < 0.02)
    let times = (0..<10_000).map { _ in random.exponential(mean: 3) }
    #expect(abs(times.reduce(0, +) / 10_000 - 3) < 0.2)
  }

  /// If the script changes, update `RetryPolicy.shipped` and the tables of the article “Capacity”.
  @Test func `The shipped policy is the script's`() throws {
    let tabs = try Self.script("tabs.js")
    let queue = try Self.script("queue.js")
    let shipped = RetryPolicy.shipped
    #expect(try Self.milliseconds("FIRST_REOPEN_MS", in: tabs) == shipped.streams.first * 1000)
    #expect(try Self.milliseconds("LONGEST_REOPEN_MS", in: tabs) == shipped.streams.longest * 1000)
    #expect(try Self.milliseconds("FIRST_RETRY_MS", in: queue) == shipped.requests.first * 1000)
    #expect(try Self.milliseconds("LONGEST_RETRY_MS", in: queue) == shipped.requests.longest * 1000)
    #expect(queue.contains("jitter = (milliseconds) => milliseconds * (0.5 + Math.random())"))
    #expect(tabs.contains("reopen(jitter(pause))"))
    #expect(shipped.streams.jitter == 0.5...1.5)
    #expect(shipped.requests.jitter == 0.5...1.5)
    #expect(RetryPolicy.all.contains(shipped))
  }

  private static func script(_ name: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: "Public/\(name)"), encoding: .utf8)
  }

  private static func milliseconds(_ name: String, in script: String) throws -> Double {
    let start = try #require(script.range(of: "const \(name) = ")).upperBound
    let digits = script[start...].prefix { $0.isNumber || $0 == "_" }.filter { $0 != "_" }
    return try #require(Double(digits))
  }
}
