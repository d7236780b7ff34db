import Foundation
import WebDriver

/// The time from an interaction to the next paint (INP), as Chromium's Event Timing measures it for real clicks and
/// keys.
///
/// It includes the time that the interaction waits for earlier work, such as the restyling of a long list.
struct NextPaint: Sendable {
  let name: String
  /// The time of each round, in milliseconds. Chromium rounds it to multiples of 8. A time of 0 means less than 16.
  let times: [Double]

  var median: Double { times.sorted()[times.count / 2] }

  /// Returns the maximum for the median of an interaction, in milliseconds.
  /// - Parameter items: The number of rows on the page.
  static func bound(_ items: Int) -> Double { items > 1000 ? 400 : 200 }

  /// A user action, and a JavaScript expression that is true when its result is visible.
  private struct Step: Sendable {
    let name: String
    /// The control to click, or `nil` to press a key in the focused control.
    let control: String?
    let isDone: String

    init(_ name: String, _ control: String?, _ isDone: String) {
      (self.name, self.control, self.isDone) = (name, control, isDone)
    }
  }

  private static let steps = [
    Step("a sheet opens", "button(\"Add\")", "isTop(\"sheet\")"),
    Step("a field gets the focus", "top().querySelector(\"input[id]\")", "true"),
    Step("a key is typed", nil, "true"),
    Step("a switch is turned", "top().querySelector(\"[role=switch]\")", "true"),
    Step("a sheet closes", "button(\"Cancel\")", "isList()"),
    Step(
      "a row is tapped", "document.querySelectorAll(\".row-button\")[3]",
      "isTop(\"screen\") && !rows().length"),
    Step("a screen closes", "button(\"Cancel\")", "isList()"),
    Step(
      "an alert opens", "document.querySelectorAll(\"[aria-label^=Delete]\")[3]",
      "isTop(\"alert\")"),
    Step("an alert closes", "button(\"Cancel\")", "isList()"),
    Step(
      "a popover opens", "document.querySelectorAll(\"[aria-label^=Duplicate]\")[3]",
      "isTop(\"popover\")"),
    Step("a popover closes", "button(\"Cancel\")", "isList()"),
    Step("a cover opens", "button(\"Take stock\")", "isTop(\"cover\")"),
    Step("a cover closes", "button(\"Cancel\")", "isList()"),
  ]

  /// Measures all interactions in the list of a gallery's inventory.
  static func measure(_ gallery: GalleryProcess, rounds: Int = 3) async throws -> [NextPaint] {
    let seen = SeenPaints(count: steps.count)
    let port = gallery.port
    try await MeasuredBrowser.run { browser in
      try await browser.open("http://127.0.0.1:\(port)/inventory")
      _ = try await browser.waitForNumber("location.search.startsWith('?~') ? 1 : null")
      _ = try await browser.number(
        """
        (() => {
          window.paints = []
          window.paintObserver = new PerformanceObserver((list) => paints.push(...list.getEntries()))
          paintObserver.observe({ type: "event", durationThreshold: 16 })
          return 1
        })()
        """)
      for round in 0...rounds {
        for (index, step) in steps.enumerated() {
          let time = try await time(of: step, in: browser)
          // The first round isn't measured, because the browser compiles the script.
          if round > 0 { await seen.add(time, at: index) }
        }
      }
    }
    return zip(steps, await seen.times).map { NextPaint(name: $0.name, times: $1) }
  }

  private static func time(of step: Step, in browser: MeasuredBrowser) async throws -> Double {
    func wait(_ expression: String) async throws -> Double {
      try await browser.waitForNumber(
        "(() => { const hasScript = true; \(Interaction.helpers); \(expression) })()")
    }
    if let control = step.control {
      // A dialog that has just opened doesn't react to the pointer yet.
      let place = """
        const control = isAtRest() && \(control)
        if (!control) return null
        control.scrollIntoView({ block: "nearest" })
        const { left, top: y, width, height } = control.getBoundingClientRect()
        const [x, middle] = [Math.round(left + Math.min(width / 2, 40)), Math.round(y + height / 2)]
        if (!control.contains(document.elementFromPoint(x, middle))) return null
        paints.length = 0
        return x * 10_000 + middle
        """
      let point = Int(try await wait(place))
      try await browser.click(at: (point / 10_000, point % 10_000))
    } else {
      _ = try await wait("if (!isAtRest()) return null; paints.length = 0; return 1")
      try await browser.press("a")
    }
    _ = try await wait("return (\(step.isDone)) && isAtRest() ? 1 : null")
    // Entries are delivered after their frame.
    return try await browser.waitForNumber(
      """
      (async () => {
        for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
        paints.push(...paintObserver.takeRecords())
        return Math.max(0, ...paints.filter((entry) => entry.interactionId).map((entry) => entry.duration))
      })()
      """)
  }
}

/// The measured times of each step.
private actor SeenPaints {
  private(set) var times: [[Double]]

  init(count: Int) { times = Array(repeating: [], count: count) }

  func add(_ time: Double, at index: Int) { times[index].append(time) }
}
