import Foundation

/// A benchmark of the list's page, which is rendered from a scene's state for each request.
///
/// The page is compared to the same bytes from a static buffer.
///
/// It also measures rendering for browsers without a scene, as for a bookmark, a shared link, or a crawler.
struct ReadingBenchmark {
  let items: Int
  let load: Load

  func run() throws {
    let gallery = try GalleryProcess(items: items)
    defer { gallery.stop() }
    let visitors = try (0..<load.sessions).map { _ in
      let visitor = try Visitor(port: gallery.port)
      try visitor.settle(at: "/inventory")
      return visitor
    }
    print(
      """
      GET requests the list with \(items) items, in \(visitors.count) sessions in turn, each with a scene.
      A first visit has no session and no scene. Its ratio compares it with the row above.
      Plain libmicrohttpd sends the same bytes and header fields from a static buffer.
      The figures are medians of \(load.rounds) rounds of \(load.seconds) s with wrk -t2 \
      -c\(load.connections). The servers take turns.
      """)
    print(Row.head)
    for coding in [nil, "gzip"] {
      let fields = coding.map { [(name: "Accept-Encoding", value: $0)] } ?? []
      let requests = visitors.map { visitor in
        Wrk.Request(
          target: visitor.location, fields: fields + [("Cookie", visitor.cookie ?? "")])
      }
      // The visitors' connections may have been idle for too long, so use a new one.
      let answer = try Connection(port: gallery.port).get(
        visitors[0].location, cookie: visitors[0].cookie,
        fields: fields.map { "\($0.name): \($0.value)\r\n" }.joined())
      guard answer.status == 200, answer.header("content-encoding") == coding else {
        throw Failure("The response isn't a page with the requested encoding.")
      }
      let name = "\(answer.body.count) bytes\(coding.map { ", \($0)" } ?? "")"
      let plain = try StaticServer(serving: answer)
      defer { plain.stop() }
      var rendered: [Row] = []
      var served: [Row] = []
      var first: [Row] = []
      // One short round of each isn't counted, because it warms up caches and the processor's clock.
      for round in 0...load.rounds {
        let load = Load(
          seconds: round == 0 ? 1 : load.seconds, rounds: 1, connections: load.connections)
        let still = try Row.measure(
          "GET \(name), static buffer", busy: { Self.ownBusySeconds },
          { try Wrk.run(port: plain.port, requests: requests, load: load) })
        let fresh = try Row.measure(
          "GET \(name), rendered", busy: { try gallery.busySeconds },
          {
            try Wrk.run(port: gallery.port, requests: requests, load: load)
          }
        )
        let visit = try Row.measure(
          "  first visit", busy: { try gallery.busySeconds },
          {
            try Wrk.run(
              port: gallery.port,
              requests: [Wrk.Request(target: "/inventory", fields: fields)], load: load)
          })
        guard round > 0 else { continue }
        served.append(still)
        rendered.append(fresh)
        first.append(visit)
      }
      let base = Row.median(served)
      print(base.line())
      let withScene = Row.median(rendered)
      print(withScene.line(comparedTo: base))
      print(Row.median(first).line(comparedTo: withScene))
    }
    print()
  }

  /// The processor time of this process, in seconds.
  static var ownBusySeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
