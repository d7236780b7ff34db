import Foundation
import WebDriver

/// The duration of an interaction's taps in Chromium, from the tap until its result is painted.
struct TapTimes: Sendable {
  let name: String
  /// The times of each tap, in milliseconds.
  let taps: [[Double]]

  private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

  /// The median of all taps, or `nil` if no taps were measured.
  var median: Double? { taps.isEmpty ? nil : Self.median(taps.flatMap(\.self)) }

  /// The median of the slowest tap, or `nil` if no taps were measured.
  var longest: Double? { taps.map(Self.median).max() }

  /// Returns the number of repetitions of an interaction.
  private static func rounds(_ items: Int) -> Int { items > 2000 ? 3 : 7 }

  /// Measures the times of all interactions with taps.
  /// - Parameter hasScript: Whether the browser loads the script of the pages.
  static func measure(
    _ gallery: GalleryProcess, items: Int, hasScript: Bool
  ) async throws -> [TapTimes] {
    var result: [TapTimes] = []
    let port = gallery.port
    let change = Change(port: port, row: items / 2)
    for interaction in Interaction.ofInventory {
      // Without the script, the browser doesn't receive changes by other sessions.
      guard hasScript || !interaction.taps.contains(where: \.isByOthers) else {
        result.append(TapTimes(name: interaction.name, taps: []))
        continue
      }
      let times = SeenTimes(count: interaction.taps.count)
      try await MeasuredBrowser.run(blocking: hasScript ? [] : ["*/cairn*.js*"]) { browser in
        try await browser.open("http://127.0.0.1:\(port)/inventory")
        if hasScript {
          // From then on, the page has a scene, and its URL doesn't change anymore.
          _ = try await browser.waitForNumber("location.search.startsWith('?~') ? 1 : null")
        }
        for tap in interaction.beginTaps { _ = try await time(of: tap, in: browser, hasScript) }
        for round in 0...rounds(items) {
          for (index, tap) in interaction.taps.enumerated() {
            let time = try await time(of: tap, in: browser, hasScript, change)
            // The first round isn't measured, because it creates state that later ones reuse.
            if round > 0 { await times.add(time, at: index) }
          }
        }
      }
      let seen = await times.seen
      let measured = interaction.taps.indices.filter { interaction.taps[$0].isMeasured }
      result.append(TapTimes(name: interaction.name, taps: measured.map { seen[$0] }))
    }
    return result
  }

  /// Performs a tap, and waits until its result is painted. Without the script, that's the first paint of the next
  /// page.
  private static func time(
    of tap: Interaction.Tap, in browser: MeasuredBrowser, _ hasScript: Bool,
    _ change: Change? = nil
  ) async throws -> Double {
    var begin = try await browser.waitForNumber(
      """
      (() => {
        const hasScript = \(hasScript)
        \(Interaction.helpers)
        const control = \(tap.control)
        if (!control) return null
        window.painted = null
        const look = () => {
          if (!(\(tap.isDone))) return
          observer.disconnect()
          // The picture is made after this, and before what waits.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => (window.painted = performance.timeOrigin + performance.now())
            port2.postMessage(0)
          })
        }
        const observer = new MutationObserver(look)
        const begin = performance.timeOrigin + performance.now()
        \(tap.act)
        if (hasScript) {
          observer.observe(document, { subtree: true, childList: true, attributes: true })
          look()
        }
        return begin
      })()
      """)
    guard tap.isMeasured else { return 0 }
    if tap.isByOthers, let change { begin = try change.make() }
    let end = try await browser.waitForNumber(
      hasScript
        ? "window.painted"
        : """
        (() => {
          const hasScript = false
          \(Interaction.helpers)
          if (performance.timeOrigin <= \(begin) || !(\(tap.isDone))) return null
          return performance.getEntriesByType("paint").map((paint) => performance.timeOrigin + paint.startTime)[0] ?? null
        })()
        """)
    return end - begin
  }
}

/// A change that another session makes while a browser watches.
private struct Change: Sendable {
  let port: UInt16
  /// The number of the row to change.
  let row: Int

  /// Makes the change.
  ///
  /// - Returns: The start of the change, in milliseconds since 1970.
  func make() throws -> Double {
    // Each change needs a new connection, because the server may have closed an idle one.
    let other = try LiveVisitor(port: port, hasScript: true)
    try other.open("/inventory")
    let more = try other.button("More", row: row)
    let begin = Date.now.timeIntervalSince1970 * 1000
    try other.change(more)
    return begin
  }
}

/// The measured times of each tap.
private actor SeenTimes {
  private(set) var seen: [[Double]]

  init(count: Int) { seen = Array(repeating: [], count: count) }

  func add(_ time: Double, at index: Int) { seen[index].append(time) }
}
