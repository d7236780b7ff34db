import Foundation
import HostileInputs
import Testing
import Ways

/// What clients send costs no more than its length, and not much more than an ordinary form.
@Suite(.timeLimit(.minutes(30)), .serialized, .withoutScript(.process)) struct HostileInputTests {
  /// How much processor time that is, is the machine's affair: only what inputs cost beside one another is
  /// compared, all in one server.
  @Test func costsNoMoreThanItsLength() throws {
    #expect(HostileInput.all.count >= 30)
    let server = try GalleryProcess(["--database", ":memory:", "--sessions", ":memory:"])
    defer { server.end(by: SIGTERM) }
    let client = HostileClient(port: server.port, process: server.process.processIdentifier)
    // What is done for the first time costs more.
    _ = try client.cost(of: .ordinary)
    let ordinary = try (0..<5).map { _ in try client.cost(of: .ordinary) }.sorted()[2]
    for input in HostileInput.all {
      // Another time where something else has come between.
      var cost = Double.infinity
      for _ in 0..<3 where cost >= 10 * ordinary { cost = try client.cost(of: input) }
      #expect(cost < 10 * ordinary, "\(input), beside \(ordinary) ms a megabyte")
    }
  }
}
