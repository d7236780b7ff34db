import CairnServer
import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: broken streams")
struct ConnectionTests {
  /// Records the script's timers. Pauses of more than 400 ms end immediately, except the one after
  /// which the script gives up a silent stream. That one ends when the test calls `giveUp()`.
  private static let noteTimers = """
    {
      const [begin, end] = [window.setTimeout, window.clearTimeout]
      const silences = new Map()
      Object.assign(window, { pauses: [], streams: 0, silenceCount: 0, isDeaf: false, missed: 0 })
      window.setTimeout = (job, pause) => {
        if (pause < 400) return begin(job, pause)
        if (pause !== 45_000) {
          pauses.push(pause)
          return begin(job, 5)
        }
        silenceCount += 1
        const timer = begin(() => {}, 1e9)
        silences.set(timer, job)
        return timer
      }
      window.clearTimeout = (timer) => {
        silences.delete(timer)
        end(timer)
      }
      window.giveUp = () => {
        const [[timer, job], ...others] = silences
        silences.delete(timer)
        job()
        return others.length
      }
      window.EventSource = class extends EventSource {
        constructor(url) {
          super(url)
          streams += 1
          this.addEventListener("message", (event) => {
            if (!isDeaf) return
            missed += 1
            event.stopImmediatePropagation()
          })
        }
      }
    }
    """

  private func noteTimers(_ chromium: Chromium) async throws {
    try await chromium.devTools(
      "Page.addScriptToEvaluateOnNewDocument", ["source": .string(Self.noteTimers)])
  }

  private func begin(_ chromium: Chromium, of site: Site) async throws {
    try await noteTimers(chromium)
    try await chromium.open("/inventory", of: site)
    try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
  }

  private func blockStreams(_ chromium: Chromium, _ areBlocked: Bool) async throws {
    try await chromium.devTools("Network.enable")
    try await chromium.devTools(
      "Network.setBlockedURLs", ["urls": areBlocked ? ["*/~live*"] : []])
  }

  private func isOffline(_ chromium: Chromium) async throws -> Bool {
    try await chromium.evaluate("'offline' in document.documentElement.dataset").bool == true
  }

  /// Expects each pause to be randomly between half and one and a half times its expected length.
  private func expectChance(
    _ pauses: [Double], about expected: [Double],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(pauses.count >= expected.count, sourceLocation: sourceLocation)
    let parts = zip(pauses, expected).map { $0 / $1 }
    #expect(
      parts.allSatisfy { (0.5..<1.5).contains($0) }, "\(pauses)", sourceLocation: sourceLocation)
    #expect(Set(parts).count > 1, sourceLocation: sourceLocation)
  }

  @Test(arguments: Chromium.Options.withScript)
  func `The server sends heartbeats repeatedly`(options: Chromium.Options) async throws {
    try await Site.visit(options, streamPause: .milliseconds(20)) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      let beats = try await chromium.evaluate(
        """
        new Promise((done) => {
          const source = new EventSource("/~live")
          const beats = []
          source.addEventListener("beat", ({ data }) => {
            if (beats.push(data) < 4) return
            source.close()
            done(beats)
          })
        })
        """
      ).array.compactMap(\.string)
      #expect(beats == ["", "", "", ""])
    }
  }

  @Test func `The script keeps a stream that sends heartbeats`() async throws {
    // A browser waits for the duration of three heartbeats.
    #expect(ServerSettings().streamPause * 3 == .seconds(45))
    try await Site.visit(streamPause: .milliseconds(20)) { chromium, site in
      try await begin(chromium, of: site)
      try await chromium.waitFor("beats") {
        try await chromium.evaluate("silenceCount").number ?? 0 > 5
      }
      #expect(try await chromium.evaluate("streams").number == 1)
      #expect(try await chromium.evaluate("pauses.length").number == 0)
    }
  }

  @Test func `The script replaces a silent stream`() async throws {
    try await Site.visit(streamPause: .seconds(3600)) { chromium, site in
      try await begin(chromium, of: site)
      try await chromium.waitFor("the stream") {
        try await chromium.evaluate("silenceCount").number ?? 0 > 0
      }
      // There's only one timer.
      #expect(try await chromium.evaluate("giveUp()").number == 0)
      try await chromium.waitFor("another") { try await chromium.evaluate("streams").number == 2 }
      try await site.database.add(Item(name: "Lamp"))
      try await chromium.waitFor("the item") { try await chromium.rows.last == "Lamp" }
      try await chromium.waitFor("the end of the first") { site.streamCount == 1 }
    }
  }

  @Test func `Returning to the page updates it without waiting for the stream`() async throws {
    try await Site.visit { chromium, site in
      try await begin(chromium, of: site)
      try await chromium.waitFor("the stream") { site.streamCount == 1 }
      try await chromium.settle()
      // Simulate a stream that ended without a notification.
      try await chromium.evaluate("(() => { isDeaf = true })()")
      try await site.database.add(Item(name: "Lamp"))
      try await chromium.waitFor("the missed message") {
        try await chromium.evaluate("missed").number ?? 0 > 0
      }
      #expect(try await chromium.rows.last == "Headphones")
      try await chromium.evaluate(
        "document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
      try await chromium.waitFor("the item") { try await chromium.rows.last == "Lamp" }
    }
  }

  @Test func `Reconnection attempts have increasing, randomized pauses`() async throws {
    try await Site.visit { chromium, site in
      try await blockStreams(chromium, true)
      try await begin(chromium, of: site)
      try await chromium.waitFor("many pauses") {
        try await chromium.evaluate("pauses.length").number ?? 0 > 9
      }
      #expect(try await isOffline(chromium))
      let pauses = try await chromium.evaluate("pauses").array.compactMap(\.number)
      expectChance(
        pauses, about: [1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 15_000, 15_000, 15_000])
      try await blockStreams(chromium, false)
      try await chromium.waitFor("the stream") { try await !isOffline(chromium) }
      // Changes made in the meantime appear, and the next break starts with short pauses.
      try await site.database.add(Item(name: "Lamp"))
      try await chromium.waitFor("the item") { try await chromium.rows.last == "Lamp" }
      try await chromium.evaluate("(() => { pauses.length = 0 })()")
      try await blockStreams(chromium, true)
      try await site.restart()
      try await chromium.waitFor("pauses") {
        try await chromium.evaluate("pauses.length").number ?? 0 > 2
      }
      expectChance(
        try await chromium.evaluate("pauses").array.compactMap(\.number), about: [1000, 2000, 4000])
      try await blockStreams(chromium, false)
      try await chromium.waitFor("the stream") { try await !isOffline(chromium) }
      _ = try await chromium.complaints
    }
  }

  @Test func `A form that can't be sent is retried with increasing pauses and runs once`()
    async throws
  {
    try await Site.visit { chromium, site in
      try await noteTimers(chromium)
      try await chromium.open("/counters", of: site)
      try await chromium.click("Add counter")
      try await chromium.settle()
      try await chromium.evaluate(
        """
        (() => {
          const fetch = window.fetch
          window.isAway = true
          window.fetch = (url, options) =>
            isAway ? Promise.reject(new TypeError("The server is away.")) : fetch(url, options)
        })()
        """)
      try await chromium.click("Increment counter 1", leavesPage: false)
      try await chromium.waitFor("many pauses") {
        try await chromium.evaluate("pauses.length").number ?? 0 > 6
      }
      // The first pause is randomly shorter than the recorded ones. All later pauses are at least as
      // long as that.
      let pauses = try await chromium.evaluate("pauses").array.compactMap(\.number)
      #expect(pauses.allSatisfy { (400..<6000).contains($0) }, "\(pauses)")
      expectChance(Array(pauses.suffix(3)), about: [4000, 4000, 4000])
      try await chromium.evaluate("(() => { isAway = false })()")
      try await chromium.waitFor("the count") { try await chromium.text.contains("Sum: 1") }
      #expect(try await !isOffline(chromium))
    }
  }
}
