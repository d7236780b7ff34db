import Cairn
import CairnServer
import Foundation
import Synchronization

/// A benchmark of the duration of quick pages while 64 visitors wait for a page that takes a second.
struct SlowBenchmark {
  private static let slow = 64

  func run() throws {
    let port = try Served.start()
    let quiet = try quickPages(port) { $0.count == 2000 }
    let left = Atomic(Self.slow)
    for _ in 0..<Self.slow {
      Thread.detachNewThread {
        _ = try? Connection(port: port).get("/slow", cookie: nil)
        left.subtract(1, ordering: .relaxed)
      }
    }
    let began = Date()
    let during = try quickPages(port) { _ in left.load(ordering: .relaxed) == 0 }
    print(
      """
      Milliseconds for a quick page:
        without other requests: \(quiet)
        during \(Self.slow) requests at once for a page that takes a second, which take \
      \(String(format: "%.1f", Date().timeIntervalSince(began))) s: \(during)
      """)
  }

  private func quickPages(_ port: UInt16, until isOver: ([Double]) -> Bool) throws -> Quantiles {
    let connection = try Connection(port: port)
    var times: [Double] = []
    repeat {
      let begin = DispatchTime.now()
      let answer = try connection.get("/quick", cookie: nil)
      guard answer.status == 200 else { throw Failure("GET /quick returned \(answer.status).") }
      times.append(Double(DispatchTime.now().uptimeNanoseconds - begin.uptimeNanoseconds) / 1e6)
    } while !isOver(times)
    return Quantiles(times)
  }
}

/// A server in this process, with a slow page and a quick page.
private enum Served {
  static func start() throws -> UInt16 {
    var settings = ServerSettings()
    settings.port = 0
    let server = try Server(settings: settings) {
      Mount("/slow", SlowApp.self)
      Mount("/quick", QuickApp.self)
    }
    try server.start()
    return UInt16(server.port)
  }
}

private struct SlowApp: App {
  var body: some Scene {
    WindowGroup { SlowView() }
  }
}

private struct SlowView: View {
  var body: some View {
    // Simulates slow work, such as a query without an index.
    let _: Void = Thread.sleep(forTimeInterval: 1)
    Text("At last")
  }
}

private struct QuickApp: App {
  var body: some Scene {
    WindowGroup { Text("At once") }
  }
}
