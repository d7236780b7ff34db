import Foundation
import HostileInputs
import Testing
import Ways

/// The cost of client input is proportional to its length and close to that of an ordinary form.
@Suite(.timeLimit(.minutes(30)), .serialized, .withoutScript(.process)) struct HostileInputTests {
  /// The absolute processor time depends on the machine, so the test only compares inputs with each
  /// other, on one server.
  @Test func `An input costs no more than its length justifies`() throws {
    #expect(HostileInput.all.count >= 30)
    let server = try GalleryProcess(["--database", ":memory:", "--sessions", ":memory:"])
    defer { server.end(by: SIGTERM) }
    let client = HostileClient(port: server.port, process: server.process.processIdentifier)
    // The first request of each kind costs more.
    _ = try client.cost(of: .ordinary)
    let ordinary = try client.cost(of: .ordinary, measurements: 5)
    for input in HostileInput.all {
      var ratio = try client.cost(of: input, measurements: 3) / ordinary
      // On a busy machine, an ordinary form may have cost less before than it does now.
      for _ in 0..<20 where ratio >= 10 {
        let ordinary = try client.cost(of: .ordinary, measurements: 3)
        ratio = min(ratio, try client.cost(of: input, measurements: 3) / ordinary)
      }
      #expect(ratio < 10, "\(input), compared with \(ordinary) ms per megabyte")
    }
  }
}
