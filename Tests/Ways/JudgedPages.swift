import CairnTesting
import Synchronization
import Testing
import WebDriver

/// The pages that were checked with axe-core. Each distinct combination of elements is checked once, in
/// any flow.
enum JudgedPages {
  private static let seen = Mutex<Set<[String]>>([])

  /// Checks the page of a tab, unless a similar page was already checked.
  static func judge(_ page: PageCopy, in tab: Tab) async throws {
    // If the rules weren't downloaded, the tests of single pages report it.
    guard Chromium.hasRules else { return }
    let form = form(of: page.html)
    guard seen.withLock({ $0.insert(form).inserted }) else { return }
    do {
      let violations = try await tab.chromium.violations(in: Appearance.allForRules)
      #expect(violations == [], "\(page.location)")
    } catch {
      // The next flow that reaches the page will check it.
      _ = seen.withLock { $0.remove(form) }
      throw error
    }
  }

  /// The structure of a page, as pairs of successive elements with their classes.
  private static func form(of html: String) -> [String] {
    var pairs: Set<String> = []
    var last = ""
    for piece in html.split(separator: "<") {
      guard piece.first?.isLetter == true else { continue }
      let tag = piece.prefix { $0 != ">" }
      var words = tag.prefix { $0 != " " } + ""
      for name in ["class=", "type=", "role=", "aria-invalid="] {
        guard let start = tag.firstRange(of: "\(name)\"")?.upperBound else { continue }
        words += " " + tag[start...].prefix { $0 != "\"" }
      }
      if tag.contains(" disabled") { words += " disabled" }
      pairs.insert("\(last) > \(words)")
      last = String(words)
    }
    return pairs.sorted()
  }
}
