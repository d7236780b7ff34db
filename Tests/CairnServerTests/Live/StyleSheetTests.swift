import Testing

@testable import CairnPublic

/// The style sheet that the server sends to browsers.
@Suite struct StyleSheetTests {
  /// If the condition in `:has()` changes, browsers restyle all elements that match the rest of the selector. Without
  /// a class, tag, or ID in the rest, they restyle the whole page.
  @Test func `The part of a selector after :has() names a class, tag, or ID`() throws {
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
    // No selector looks at the whole page from its body.
    #expect(!selectors.contains { $0.contains("body:has(") })
  }
}
