import Foundation
import Synchronization

/// A benchmark of visitors' waiting times while an attacker holds thousands of connections open and sends single
/// bytes.
struct DripBenchmark {
  /// The number of local addresses to connect from. Each address has several connections.
  private static let addresses = 80
  private static let connectionsEach = 100
  private static let seconds = 30.0

  func run() throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(7), &limit)
    limit.rlim_cur = min(limit.rlim_max, 20_000)
    setrlimit(__rlimit_resource_t(7), &limit)
    let gallery = try GalleryProcess(items: 4)
    defer { gallery.stop() }
    let quiet = try visit(gallery, for: 3)
    print("Milliseconds for a page, each on a new connection:")
    print("  without other connections: \(quiet)")
    let drips = Drips(port: gallery.port)
    let thread = Thread { drips.run(Self.addresses, Self.connectionsEach) }
    thread.start()
    drips.begun.wait()
    let attacked = try visit(gallery, for: Self.seconds)
    drips.isOver.store(true, ordering: .relaxed)
    drips.ended.wait()
    print(
      "  \(Self.addresses * Self.connectionsEach) connections that send slowly and reconnect: \(attacked)"
    )
    print(
      "  These connections were opened \(drips.opened.load(ordering: .relaxed)) times. The server uses "
        + "\(String(format: "%.0f", Double(try gallery.residentBytes) / 1_048_576)) MB")
  }

  private func visit(_ gallery: GalleryProcess, for seconds: Double) throws -> Quantiles {
    let end = Date().addingTimeInterval(seconds)
    var times: [Double] = []
    while Date() < end {
      let begin = DispatchTime.now()
      let connection = try Connection(port: gallery.port)
      _ = try connection.get("/counters", cookie: nil)
      let time = Double(DispatchTime.now().uptimeNanoseconds - begin.uptimeNanoseconds) / 1e6
      times.append(time)
      usleep(5000)
    }
    return Quantiles(times)
  }
}

/// The median, the 99th percentile, and the maximum of values.
struct Quantiles: CustomStringConvertible {
  let median: Double
  let p99: Double
  let longest: Double
  let count: Int

  init(_ values: [Double]) {
    let sorted = values.sorted()
    count = sorted.count
    median = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    p99 = sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
    longest = sorted.last ?? 0
  }

  var description: String {
    String(format: "median %.1f, p99 %.1f, longest %.1f (%d pages)", median, p99, longest, count)
  }
}
