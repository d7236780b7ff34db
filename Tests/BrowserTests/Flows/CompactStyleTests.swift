import Foundation
import Testing

@testable import CairnPublic
@testable import WebDriver

/// Tests of the style sheet without comments, which the server sends.
@Suite("Browser: the compact style sheet")
struct CompactStyleTests {
  @Test func `The compact style sheet has the rules of its source`() async throws {
    let compact = String(decoding: try #require(CairnPublic.files["cairn.css"]), as: UTF8.self)
    let source = Chromium.literal(CairnPublic.styleSheet)
    try await Chromium.run { chromium in
      try await chromium.open("about:blank")
      let differences = try await chromium.evaluate(
        """
        (() => {
          // A declaration with a variable keeps its text, so its spaces and zeros are compared without their style.
          const rules = (text) => {
            const sheet = new CSSStyleSheet()
            sheet.replaceSync(text)
            return [...sheet.cssRules].map((rule) =>
              rule.cssText.replace(/\\s+/g, " ").replace(/ ?([(),:;*/]) ?/g, "$1").replace(/(^|[^\\w.#])0\\./g, "$1."))
          }
          const [source, compact] = [rules(\(source)), rules(\(Chromium.literal(compact)))]
          if (source.length < 300 || source.length !== compact.length) return `${source.length} ${compact.length}`
          return source.filter((rule, index) => rule !== compact[index]).join("\\n")
        })()
        """
      ).string
      #expect(differences == "")
    }
  }
}
