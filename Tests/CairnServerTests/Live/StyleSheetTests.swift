import Testing

@testable import CairnPublic

/// The style sheet that browsers fetch.
@Suite struct StyleSheetTests {
  /// For browsers, each change of what `:has()` looks for restyles all that the rest of the selector may be. If the rest names no
  /// class, tag, or ID, that's the whole page.
  @Test func nothingUnnamedComesAfterHas() throws {
    let css = String(decoding: try #require(CairnPublic.files["cairn.css"]), as: UTF8.self)
    let rules = css.replacing(/\/\*[^*]*\*+(?:[^\/*][^*]*\*+)*\//, with: "")
    let selectors = rules.split(separator: /[{}]/).filter { $0.contains(":has(") }
    #expect(selectors.count > 20)
    for selector in selectors {
      for rest in selector.split(separator: ":has(").dropFirst() {
        var depth = 1
        let after = rest.drop { character in
          depth += character == "(" ? 1 : character == ")" ? -1 : 0
          return depth > 0
        }
        #expect(!after.contains(/^\)[^,(]*[ >+~]\s*(?::not\(|\*)/), "\(selector)")
      }
    }
    // The whole page's state isn't looked for from its body: it's all that is in it.
    #expect(!selectors.contains { $0.contains("body:has(") })
  }
}
