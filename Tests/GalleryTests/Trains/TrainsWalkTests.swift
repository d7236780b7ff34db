import CairnTesting
import Foundation
import Testing
import Ways

@testable import Gallery

/// Random walks over the trains sample, with several tabs, Back, restarts, and a lock. Each button must
/// lead from its page to the expected path, and each address must open the same screens for every user.
///
/// `CAIRN_WALKS` is the number of walks, 50 by default. `CAIRN_WALK_SEED` is the seed of the
/// first walk.
struct TrainsWalkTests {
  @Test func `Each button leads to the expected path`() async throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["CAIRN_WALKS"].flatMap(Int.init) ?? 50
    let base = environment["CAIRN_WALK_SEED"].flatMap(UInt64.init) ?? 1
    var walk = TrainsWalk()
    for number in 0..<UInt64(count) {
      let seed = base &+ number
      do {
        try await walk.take(seed: seed, steps: 40)
      } catch {
        Issue.record(
          "CAIRN_WALK_SEED=\(seed) CAIRN_WALKS=1: \(error)\n\(walk.steps.joined(separator: "\n"))")
        return
      }
    }
    #expect(walk.refusals * 50 < walk.taps)
    if count >= 50 {
      #expect(
        walk.kinds == [
          "tap", "back", "bar", "tab", "reload", "restart", "duplicate", "switch", "fill",
        ])
    }
  }
}

/// The reason why a walk failed.
private struct Astray: Error, CustomStringConvertible {
  let description: String
}

/// A walk, compared with the model.
private struct TrainsWalk {
  private(set) var steps: [String] = []
  private(set) var kinds: Set<String> = []
  private(set) var taps = 0
  private(set) var refusals = 0
  /// The submitted pages, each with its button.
  private var sent: Set<String> = []

  mutating func take(seed: UInt64, steps count: Int) async throws {
    var generator = SeededGenerator(seed: seed)
    let site = try GallerySite()
    var tabs = [try await site.browser(at: "/trains")]
    var current = 0
    steps = []
    for _ in 0..<count {
      let browser = tabs[current]
      switch Int.random(in: 0..<20, using: &generator) {
      case 0:
        note("reload", "")
        let before = browser.canonical
        try await browser.reload()
        guard browser.status == 200, browser.canonical == before else {
          throw Astray(description: "Reload leads to \(browser.canonical ?? "nowhere").")
        }
      case 1:
        note("restart", "")
        try await site.restart()
      case 2 where tabs.count < 3:
        note("duplicate", "")
        tabs.append(try await browser.duplicateTab())
      case 3:
        current = Int.random(in: 0..<tabs.count, using: &generator)
        note("switch", "\(current)")
      case 4, 5:
        do {
          try await browser.back()
          note("back", "")
        } catch is BrowserError {
          // This is the first page of the tab.
        }
      case 6 where browser.fields.map(\.label).contains("Your name"):
        note("fill", "Ann")
        try browser.fill("Your name", with: "Ann \(Int.random(in: 0..<9, using: &generator))")
      default:
        try await tap(browser, &generator)
        try await check(browser, on: site, &generator)
      }
    }
  }

  private mutating func note(_ kind: String, _ detail: String) {
    kinds.insert(kind)
    steps.append(detail.isEmpty ? kind : "\(kind) \(detail)")
  }

  private mutating func tap(
    _ browser: Browser, _ generator: inout SeededGenerator
  ) async throws {
    guard let path = TrainsPath(address: browser.location) else {
      throw Astray(description: "\(browser.location) isn't an address of the trains.")
    }
    let isLocked = browser.heading == "Locked"
    var buttons = browser.buttons
    let back = path.hasBack && !isLocked ? buttons.removeFirst() : nil
    if back != nil, Int.random(in: 0..<3, using: &generator) == 0 {
      note("bar", path.url)
      try await browser.click(back!, in: .bar)
      return try expect(path.back, browser)
    }
    let known = buttons.filter { name in
      buttons.count { $0 == name } == 1 && name != back
        && (path.tapping(name) != nil || name == "Departures" || name == "Arrivals")
    }
    guard let button = known.randomElement(using: &generator) else { return }
    note(button == "Departures" || button == "Arrivals" ? "tab" : "tap", "\(button) on \(path.url)")
    let isFirst = sent.insert("\(browser.token ?? "") \(button)").inserted
    let tab: TrainsPlace = button == "Departures" ? .departures : .arrivals
    try await browser.click(button)
    guard let next = path.tapping(button) else {
      if isRefused(browser) { return }
      // A tab keeps the screens that were opened in it before.
      guard let now = TrainsPath(address: browser.location),
        let station = now.places.indices.last(where: {
          now.places[$0] == tab && $0 <= path.places.count
        }),
        now.places[..<station] == path.places.prefix(station)
      else { throw Astray(description: "\(button) led to \(browser.location).") }
      return
    }
    guard next.places.count <= 48 else { return }
    try expect(next, browser)
    // A repeated submission gets the response of the first and runs once.
    guard isFirst, !isRefused(browser) else { return }
    if button == "Lock", browser.heading != "Locked" {
      throw Astray(description: "The screen isn't locked.")
    }
    if button == "Unlock", browser.heading == "Locked" {
      throw Astray(description: "The screen is still locked.")
    }
  }

  private mutating func expect(_ path: TrainsPath, _ browser: Browser) throws {
    guard browser.status == 200 else { throw Astray(description: "Status \(browser.status)") }
    taps += 1
    // A page that is too old rejects the submission with a notice.
    if browser.canonical != path.url, isRefused(browser) {
      refusals += 1
      return
    }
    guard browser.canonical == path.url else {
      throw Astray(description: "Expected \(path.url), got \(browser.canonical ?? "nowhere").")
    }
  }

  /// Whether the page shows that it didn't process the submission. The page was too old, or another tab
  /// has changed the name since.
  private func isRefused(_ browser: Browser) -> Bool {
    browser.text.contains("wasn't processed")
      || (try? browser.field("Your name"))?.error != nil
  }

  /// Checks that the address opens the same screens for another user.
  private func check(
    _ browser: Browser, on site: GallerySite, _ generator: inout SeededGenerator
  ) async throws {
    guard Int.random(in: 0..<4, using: &generator) == 0, browser.heading != "Locked" else { return }
    let other = try await site.browser(at: browser.canonical ?? "")
    let titles = [browser, other].map { $0.pile.map { $0.replacing(#/ for Ann \d/#, with: "") } }
    guard other.status == 200, other.canonical == browser.canonical, titles[0] == titles[1] else {
      throw Astray(description: "\(other.location) shows \(titles[1]) instead of \(titles[0]).")
    }
    browser.expectGoodSource()
  }
}
