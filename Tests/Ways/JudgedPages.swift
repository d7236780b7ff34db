import CairnTesting
import Synchronization
import Testing
import WebDriver

/// The pages that were looked at by the rules of axe-core: each that is made of other elements than those before, in
/// whichever flow it comes.
enum JudgedPages {
  private static let seen = Mutex<Set<[String]>>([])

  /// Looks at the page of a tab, where there was none like it.
  static func judge(_ page: PageCopy, in tab: Tab) async throws {
    // Where they were not fetched the test of single pages says so.
    guard Chromium.hasRules else { return }
    let form = form(of: page.html)
    guard seen.withLock({ $0.insert(form).inserted }) else { return }
    do {
      let violations = try await tab.chromium.violations(in: Appearance.allForRules)
      #expect(violations == [], "\(page.location)")
    } catch {
      // It is left for the next one to come there.
      _ = seen.withLock { $0.remove(form) }
      throw error
    }
  }

  /// What a page is made of: which elements of which classes come behind which.
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
