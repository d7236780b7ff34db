import Foundation
import WebDriver

/// How long it takes in Chromium from a tap to the picture of what it has led to, with the script of the page and
/// without it.
struct PaintBenchmark {
  /// How often each is tapped.
  private static let rounds = 9

  /// A tap, and how one sees in the page what it has led to.
  private struct Tap: Sendable {
    let name: String
    /// The control, as an expression.
    let control: String
    let isDone: String
  }

  private static let taps = [
    Tap(
      name: "an alert opens",
      control: "[...document.querySelectorAll('[aria-label^=Delete]')].at(-2)",
      isDone: "document.querySelector('dialog.alert')"),
    Tap(
      name: "it is cancelled",
      control: "document.querySelector('dialog.alert button.cancel')",
      isDone: "!document.querySelector('dialog.alert')"),
  ]

  func run() async throws {
    print(
      """
      From a tap in Chromium to the picture of what it has led to, in milliseconds, at a row near the end: with the \
      script of the page, and without it. Medians of \(Self.rounds).
      """)
    print("  " + Column.left("", 44) + ["script", "without"].map(Column.right).joined())
    for items in [50, 1000, 10_000] {
      let gallery = try GalleryProcess(items: items, storesSessions: false)
      defer { gallery.stop() }
      let script = try await measure(gallery, hasScript: true)
      // Each submit takes Chromium more than a minute there: it looks for what it could fill in next time.
      let plain = items > 2000 ? nil : try await measure(gallery, hasScript: false)
      for (index, tap) in Self.taps.enumerated() {
        print(
          "  " + Column.left("\(items) rows: \(tap.name)", 44)
            + [script, plain].map { Column.right($0.map { Column.number($0[index], 0) } ?? "-") }
            .joined())
      }
    }
    print()
  }

  /// The median of each tap.
  private func measure(_ gallery: GalleryProcess, hasScript: Bool) async throws -> [Double] {
    let times = PaintTimes(count: Self.taps.count)
    let port = gallery.port
    try await MeasuredBrowser.run(javaScript: hasScript) { browser in
      try await browser.open("http://127.0.0.1:\(port)/inventory")
      if hasScript {
        // Then it has its scene, and stays where it is.
        _ = try await browser.waitForNumber("location.search.startsWith('?~') ? 1 : null")
      }
      for _ in 0..<Self.rounds {
        for (index, tap) in Self.taps.enumerated() {
          let time = hasScript ? try await live(tap, browser) : try await plain(tap, browser)
          await times.add(time, at: index)
        }
      }
    }
    return await times.medians
  }

  private func live(_ tap: Tap, _ browser: MeasuredBrowser) async throws -> Double {
    let time = try await browser.number(
      """
      new Promise((done) => {
        const begin = performance.now()
        const look = () => {
          if (!(\(tap.isDone))) return
          observer.disconnect()
          // The picture is made after this, and before what waits.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => done(performance.now() - begin)
            port2.postMessage(0)
          })
        }
        const observer = new MutationObserver(look)
        observer.observe(document, { subtree: true, childList: true, attributes: true });
        \(tap.control).click()
      })
      """)
    guard let time else {
      throw Failure("What is tapped in Chromium does not say when it is shown.")
    }
    return time
  }

  private func plain(_ tap: Tap, _ browser: MeasuredBrowser) async throws -> Double {
    let begin = try await browser.number(
      "(() => { const now = performance.timeOrigin + performance.now(); \(tap.control).click(); return now })()"
    )
    guard let begin else { throw Failure("There is nothing to be tapped in Chromium.") }
    let end = try await browser.waitForNumber(
      """
      performance.timeOrigin > \(begin) && document.readyState === "complete" && (\(tap.isDone))
        ? performance.getEntriesByType("paint").map((paint) => performance.timeOrigin + paint.startTime)[0] : null
      """)
    return end - begin
  }
}

/// What was measured, by tap.
private actor PaintTimes {
  private var all: [[Double]]

  init(count: Int) { all = Array(repeating: [], count: count) }

  func add(_ time: Double, at index: Int) { all[index].append(time) }

  var medians: [Double] { all.map { $0.sorted()[$0.count / 2] } }
}
