import Foundation
import WebDriver

/// How long an interaction's taps take in Chromium, from the tap to the picture of what it has led to.
struct TapTimes: Sendable {
  let name: String
  /// Of each tap, the times in milliseconds.
  let taps: [[Double]]

  private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

  /// Of all taps; nil where there are none.
  var median: Double? { taps.isEmpty ? nil : Self.median(taps.flatMap(\.self)) }

  /// That of the tap which takes the longest.
  var longest: Double? { taps.map(Self.median).max() }

  /// How often an interaction is repeated.
  private static func rounds(_ items: Int) -> Int { items > 2000 ? 3 : 7 }

  /// The times of all interactions that have taps.
  /// - Parameter hasScript: Whether the pages' script is fetched.
  static func measure(
    _ gallery: GalleryProcess, items: Int, hasScript: Bool
  ) async throws -> [TapTimes] {
    var result: [TapTimes] = []
    let port = gallery.port
    let change = Change(port: port, row: items / 2)
    for interaction in Interaction.ofInventory {
      // Without the script nobody is told.
      guard hasScript || !interaction.taps.contains(where: \.isByOthers) else {
        result.append(TapTimes(name: interaction.name, taps: []))
        continue
      }
      let times = SeenTimes(count: interaction.taps.count)
      try await MeasuredBrowser.run(blocking: hasScript ? [] : ["*/cairn*.js*"]) { browser in
        try await browser.open("http://127.0.0.1:\(port)/inventory")
        if hasScript {
          // Then it has its scene, and stays where it is.
          _ = try await browser.waitForNumber("location.search.startsWith('?~') ? 1 : null")
        }
        for tap in interaction.beginTaps { _ = try await time(of: tap, in: browser, hasScript) }
        for round in 0...rounds(items) {
          for (index, tap) in interaction.taps.enumerated() {
            let time = try await time(of: tap, in: browser, hasScript, change)
            // The first ones make what the others find.
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

  /// Taps, and waits for the picture: of the same page, or without the script of the next one.
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

/// What somebody else does while a browser looks on.
private struct Change: Sendable {
  let port: UInt16
  /// The number of the row that is changed.
  let row: Int

  /// Makes it; answers when it was begun, in milliseconds.
  func make() throws -> Double {
    // A connection of its own each time: between two of them the server may have given it up.
    let other = try LiveVisitor(port: port, hasScript: true)
    try other.open("/inventory")
    let more = try other.button("More", row: row)
    let begin = Date.now.timeIntervalSince1970 * 1000
    try other.change(more)
    return begin
  }
}

/// What was measured, by tap.
private actor SeenTimes {
  private(set) var seen: [[Double]]

  init(count: Int) { seen = Array(repeating: [], count: count) }

  func add(_ time: Double, at index: Int) { seen[index].append(time) }
}
