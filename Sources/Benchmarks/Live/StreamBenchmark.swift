import Foundation

/// A benchmark of many browsers' streams that wait for changes, and of a change that all of them receive.
struct StreamBenchmark {
  let count: Int
  /// The number of changes to a row.
  private static let rounds = 5

  func run() throws {
    try raiseFileLimit(to: UInt(count + 2000))
    let gallery = try GalleryProcess(
      items: 50, sessions: .memory,
      options: [
        "--max-connections", "\(2 * count + 100)", "--max-connections-per-client",
        "\(2 * count + 100)", "--max-live-scenes", "\(count + 100)", "--max-live-size", "8GB",
        "--max-sessions", "\(count + 100)",
      ])
    defer { gallery.stop() }
    let pages = try (0..<count).map { _ in
      let visitor = try LiveVisitor(port: gallery.port, hasScript: true)
      try visitor.open("/inventory")
      // The script requests a scene for the page, which can then receive changes.
      try visitor.send([])
      return visitor.page
    }
    let before = try gallery.residentBytes
    let streams = try pages.map { try EventStream(port: gallery.port, cookie: $0.cookie) }
    try EventStream.wait(for: streams, to: "event: beat")
    let after = try gallery.residentBytes
    // After its stream has begun, a browser requests the changes that it missed. From then on, it receives changes.
    for page in pages {
      try LiveVisitor(port: gallery.port, at: page).catchUp()
    }
    let watching = try gallery.residentBytes
    let editor = try LiveVisitor(port: gallery.port, hasScript: true)
    try editor.open("/inventory")
    let more = try editor.button("More", row: 20)
    let busy = try gallery.busySeconds
    var times: [Double] = []
    for round in 0..<Self.rounds {
      try editor.send([("~tap", more)])
      let start = ContinuousClock.now
      try editor.send([
        ("~tap", try editor.button(round % 2 == 0 ? "Mark as out of stock" : "Mark as in stock"))
      ])
      try EventStream.wait(for: streams, to: "\"runs\":")
      times.append((ContinuousClock.now - start) / .milliseconds(1))
    }
    let time = times.sorted()[times.count / 2]
    let cost = (try gallery.busySeconds - busy) / Double(Self.rounds)
    print(
      """
      \(count) open streams, each of a browser with its own scene of the inventory:
        \(Column.number(Double(after - before) / Double(count) / 1024, 1)) kB per stream, in addition to its scene (\
      \(Column.number(Double(before) / Double(count) / 1024, 1)) kB)
        \(Column.number(Double(watching - after) / Double(count) / 1024, 1)) kB more if its scene observes changes by others
        A changed row reaches all browsers after \(Column.number(time, 0)) ms (median of \
      \(Self.rounds)), and costs the server \(Column.number(cost * 1e6 / Double(count), 0)) µs for each

      """)
  }

  private func raiseFileLimit(to limit: UInt) throws {
    var limits = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
    guard limits.rlim_cur < limit else { return }
    limits = rlimit(rlim_cur: limit, rlim_max: max(limit, limits.rlim_max))
    guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else {
      throw Failure("\(limit) files can't be open: \(errno). Run this program as root.")
    }
  }
}

/// A connection on which a server sends events.
final class EventStream {
  private let descriptor: Int32

  init(port: UInt16, cookie: String) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = loopback(port: port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let connected = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard connected == 0 else { throw Failure("No connection to \(port): \(errno).") }
    let request =
      "GET /~live HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nCookie: \(cookie)\r\nAccept: text/event-stream\r\n\r\n"
    let sent = request.utf8.withContiguousStorageIfAvailable {
      send(descriptor, $0.baseAddress, $0.count, 0)
    }
    guard sent == request.utf8.count else { throw Failure("A request wasn't sent: \(errno).") }
  }

  deinit { close(descriptor) }

  /// Waits until each stream has received an event that contains a text.
  ///
  /// - Returns: The total size of these events, in bytes.
  @discardableResult
  static func wait(for streams: [EventStream], to text: String) throws -> Int {
    var size = 0
    let end = ContinuousClock.now + .seconds(60)
    let sought = Array(text.utf8)
    var waiting = streams.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    var room = [UInt8](repeating: 0, count: 64 * 1024)
    while !waiting.isEmpty {
      guard ContinuousClock.now < end else {
        throw Failure("\(waiting.count) of \(streams.count) streams didn't receive \(text)")
      }
      _ = poll(&waiting, nfds_t(waiting.count), 100)
      // Handling each event immediately would take processor time from the measured server.
      usleep(5000)
      _ = poll(&waiting, nfds_t(waiting.count), 0)
      waiting = try waiting.filter { entry in
        guard entry.revents != 0 else { return true }
        // Each event arrives in one piece.
        let count = recv(entry.fd, &room, room.count, 0)
        guard count > 0 else { throw Failure("The server closed a stream.") }
        guard room[..<count].contains(sought) else { return true }
        size += count
        return false
      }
    }
    return size
  }
}
