import Foundation
import HostileInputs

/// A benchmark of the server's cost for inputs that are designed to be expensive, compared to an ordinary form.
struct HostileBenchmark {
  let rounds: Int

  func run() throws {
    let gallery = try GalleryProcess(items: 4)
    defer { gallery.stop() }
    let client = HostileClient(port: Int(gallery.port), process: gallery.processIdentifier)
    func median(of input: HostileInput) throws -> Double {
      try (0..<rounds).map { _ in try client.cost(of: input) }.sorted()[rounds / 2]
    }
    _ = try client.cost(of: .ordinary)
    let ordinary = try median(of: .ordinary)
    print(
      "The server's processor time per megabyte, in milliseconds, and as a multiple of an ordinary form's:"
    )
    print("  \(Self.line(HostileInput.ordinary.description, ordinary, ordinary))")
    let costs = try HostileInput.all.map { (input: $0, cost: try median(of: $0)) }
      .sorted { $0.cost > $1.cost }
    for (input, cost) in costs { print("  \(Self.line(input.description, cost, ordinary))") }
  }

  private static func line(_ name: String, _ cost: Double, _ ordinary: Double) -> String {
    let padding = String(repeating: " ", count: max(1, 44 - name.count))
    return name + padding + String(format: "%7.2f  %5.1f", cost, cost / ordinary)
  }
}
