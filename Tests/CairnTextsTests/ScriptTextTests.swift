import CairnPublic
import Foundation
import Testing

@testable import CairnTexts

/// The script and the style sheet contain the English texts, so that an English page doesn't repeat them.
@Suite struct ScriptTextTests {
  @Test func `The script contains the English texts`() throws {
    let module = try #require(CairnPublic.modules["texts"])
    let texts = module.matches(of: /(?m)^  (\w+): (".*"),$/).map { match in
      (String(match.1), String(match.2))
    }
    let decoded = try texts.map { name, text in
      (name, try JSONDecoder().decode(String.self, from: Data(text.utf8)))
    }
    let english = ScriptTexts.all.map { ($0.name, $0.text.string(in: .english)) }
    #expect(Dictionary(uniqueKeysWithValues: decoded) == Dictionary(uniqueKeysWithValues: english))
  }

  @Test func `The other modules of the script contain no texts`() throws {
    for (name, module) in CairnPublic.modules where name != "texts" {
      let code = module.replacing(#/(?s)/\*.*?\*/|(?-s)//.*/#, with: "")
      let texts = code.matches(of: #/"[A-Z][a-z']+[ :.!?][^"\n]*"/#).map { String($0.output) }
      #expect(texts == [], "\(name)")
    }
  }

  @Test func `The style sheet contains the English texts`() throws {
    let css = String(decoding: try #require(CairnPublic.files["cairn.css"]), as: UTF8.self)
    for (name, text) in [("offline", SystemText.offline), ("busy", .serverBusy)] {
      let english = text.string(in: .english)
      #expect(css.ranges(of: "var(--\(name)-text, \"\(english)\")").count == 3)
      #expect(css.ranges(of: "\"\(english)\"").count == 3)
    }
    let backTo = SystemText.backTo(title: "").string(in: .english)
    #expect(css.contains(#"content: "\200b" / "\#(backTo)";"#))
    let others = css.replacing("\"\(backTo)\"", with: "")
    #expect(others.matches(of: /content:[^;}(]*"[A-Za-z]/).isEmpty)
  }

  @Test func `Only a page with other texts contains them`() throws {
    #expect(Texts.english.script == nil)
    #expect(Texts(in: Language("fr")).script == nil)
    let replaced = Texts(in: .english) { text, _ in text == .offline ? "No \"connection\"" : nil }
    for texts in [replaced, Texts(in: .german)] {
      let script = try #require(texts.script)
      let decoded = try JSONDecoder().decode([String: String].self, from: Data(script.utf8))
      #expect(decoded == texts.all)
      #expect(decoded["removed"]?.contains(ScriptTexts.placeholder) == true)
    }
  }
}

extension Texts {
  fileprivate var all: [String: String] {
    Dictionary(uniqueKeysWithValues: ScriptTexts.all.map { ($0.name, self[$0.text]) })
  }
}
