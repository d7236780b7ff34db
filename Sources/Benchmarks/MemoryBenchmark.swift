import Foundation

/// A benchmark of the memory of idle sessions, each with a scene that shows an item's form.
struct MemoryBenchmark {
  let items: Int
  let sessions: Int

  /// The number of sessions before the first measurement. They fill the heaps of the threads and all caches.
  static let warmUp = 200

  func run() throws {
    let gallery = try GalleryProcess(items: items)
    defer { gallery.stop() }
    try addSessions(Self.warmUp, to: gallery)
    let before = try gallery.residentBytes
    try addSessions(sessions, to: gallery)
    let after = try gallery.residentBytes
    let each = Double(after - before) / Double(sessions) / 1024
    print(
      """
      Resident memory of \(sessions) idle sessions, each with a scene at an item's form, after \
      \(Self.warmUp) other sessions:
        \(Self.megabytes(before)) MB before, \(Self.megabytes(after)) MB after, \
      \(Self.megabytes(after - before)) MB more, \(String(format: "%.1f", each)) kB per session
      """)
  }

  func addSessions(_ count: Int, to gallery: GalleryProcess) throws {
    // At least as many connections as daemons, so that each daemon's thread gets its share.
    let threads = 8
    _ = try Threads.run(threads) { [port = gallery.port, items] thread in
      for number in stride(from: thread, to: count, by: threads) {
        try Visitor(port: port).settle(at: "/inventory/items/\(number % items + 1)")
      }
    }
  }

  private static func megabytes(_ bytes: Int) -> String {
    String(format: "%.1f", Double(bytes) / 1_048_576)
  }
}
