import CairnHTTP
import Testing

@testable import CairnPublic

/// The style sheet that the server sends to browsers.
@Suite struct StyleSheetTests {
  private var sheet: String {
    get throws { String(decoding: try #require(CairnPublic.files["cairn.css"]), as: UTF8.self) }
  }

  @Test func `The style sheet is small and cached`() throws {
    let files = try StaticFiles(files: CairnPublic.files, directories: [])
    let request = try #require(
      HTTPRequest(target: files.url(for: "cairn.css"), headers: ["Accept-Encoding": "gzip"]))
    let response = try #require(files.response(to: request))
    #expect(response.headers["Content-Encoding"] == "gzip")
    #expect(response.headers["Cache-Control"]?.contains("immutable") == true)
    #expect(response.body.count < 12_000)
  }

  @Test func `The style sheet contains all rules and no comments`() throws {
    let sheet = try sheet
    #expect(!sheet.contains("/*"))
    #expect(!sheet.contains("\n"))
    let source = CairnPublic.styleSheet.replacing(#/(?s)\/\*.*?\*\//#, with: "")
    for brace: Character in ["{", "}"] {
      let count = source.count { $0 == brace }
      #expect(sheet.count { $0 == brace } == count)
    }
  }

  @Test(arguments: [
    ("a  >  b , c + d ~ e f { }", "a>b,c+d~e f{}"),
    ("a:has( > b ) :hover { color : red ; ; }", "a:has(>b) :hover{color:red}"),
    ("/* a */ a { /* b { */ b: c; /* d */ }", "a{b:c}"), ("a/* b */c { }", "a c{}"),
    (#"a { b: "x ;  \" /* y */" ; c: 'it\'s  }' }"#, #"a{b:"x ;  \" /* y */";c:'it\'s  }'}"#),
    ("a { b: url( x;y/*z ) , url( \"x  y\" ) }", "a{b:url( x;y/*z ),url(\"x  y\")}"),
    (
      "a { b: calc( 1px + 0.5em * -0.25 - 10.5px ) !important }",
      "a{b:calc(1px + .5em*-.25 - 10.5px)!important}"
    ),
    ("a { b: 1 / 2 ; --c: / * ; d: a /* e */ / f }", "a{b:1/2;--c:/ *;d:a/f}"),
    ("a { --b: ; --c : 0 0.5 ; d: a0.5 #0.5 }", "a{--b:;--c:0 .5;d:a0.5 #0.5}"),
    ("a { b: 0.5s; filter: x(0.5) }", "a{b:.5s;filter:x(.5)}"),
    (#".sm\:p-0\.5, .a-0.b { c: d }"#, #".sm\:p-0\.5,.a-0.b{c:d}"#),
    (
      "@media screen and ( min-width: 0.5rem ) { a { b: c; } }",
      "@media screen and (min-width:.5rem){a{b:c}}"
    ),
    (
      "/* a */\n@supports (content: \"\" / \"\") { a { & > b { c: d; } } }",
      "@supports (content:\"\" / \"\"){a{&>b{c:d}}}"
    ),
    (
      "@import url(a.css) screen ;\n@page :first { margin: 0; }",
      "@import url(a.css) screen;@page :first{margin:0}"
    ),
    ("a { b: c", "a{b:c"), ("a { b: \"c", "a{b:\"c"), ("/* a", ""), ("a { b: c\\", "a{b:c\\"),
    ("a { b: \"c\\", "a{b:\"c\\"), ("} a { b: c }", "}a{b:c}"), ("", ""),
  ])
  func `Comments and unnecessary spaces are removed`(source: String, compact: String) {
    #expect(String(decoding: CompactStyle(Array(source.utf8)).bytes, as: UTF8.self) == compact)
  }

  /// If the condition in `:has()` changes, browsers restyle all elements that match the rest of the selector. Without
  /// a class, tag, or ID in the rest, they restyle the whole page.
  @Test func `The part of a selector after :has() names a class, tag, or ID`() throws {
    let selectors = try sheet.split(separator: /[{}]/).filter { $0.contains(":has(") }
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
