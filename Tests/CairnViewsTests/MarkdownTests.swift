import Testing

@testable import CairnViews

@Suite struct MarkdownTests {
  private func html(_ text: String) -> String {
    let html = content(Markdown(text))
    #expect(html.hasPrefix("<div class=\"markdown\">") && html.hasSuffix("</div>"))
    return String(html.dropFirst("<div class=\"markdown\">".count).dropLast("</div>".count))
  }

  @Test(
    arguments: [
      ("", ""),
      ("One\ntwo\n\nthree", "<p>One two</p><p>three</p>"),
      ("One  \ntwo\\\nthree", "<p>One<br>two<br>three</p>"),
      ("# Title #", "<h2 class=\"title\">Title</h2>"),
      ("## Part", "<h3 class=\"headline\">Part</h3>"),
      ("###### Deep", "<h4 class=\"bold\">Deep</h4>"),
      ("#hashtag", "<p>#hashtag</p>"),
      ("a\n***\nb", "<p>a</p><hr><p>b</p>"),
      ("> a\n> b\n\nc", "<blockquote><p>a b</p></blockquote><p>c</p>"),
      (
        "```swift\nlet a = 1 < 2\n\n  b\n```\nc",
        "<pre tabindex=\"0\"><code>let a = 1 &lt; 2\n\n  b\n</code></pre><p>c</p>"
      ),
      ("~~~\nopen", "<pre tabindex=\"0\"><code>open\n</code></pre>"),
    ])
  func `Blocks are elements`(text: String, markup: String) {
    #expect(html(text) == markup)
  }

  @Test(
    arguments: [
      ("- a\n- b", "<ul><li>a</li><li>b</li></ul>"),
      ("3. a\n4. b", "<ol start=\"3\"><li>a</li><li>b</li></ol>"),
      ("- a\n  - b\n- c", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"),
      ("- a\n\n- b", "<ul class=\"loose\"><li><p>a</p></li><li><p>b</p></li></ul>"),
      ("1. a\n\n   b\nc", "<ol class=\"loose\"><li><p>a</p><p>b c</p></li></ol>"),
      ("- a\n1. b", "<ul><li>a</li></ul><ol><li>b</li></ol>"),
      ("born in\n1986. Then", "<p>born in 1986. Then</p>"),
      ("- \n- ", "<ul><li></li><li></li></ul>"),
    ])
  func `Lists are elements`(text: String, markup: String) {
    #expect(html(text) == markup)
  }

  @Test(
    arguments: [
      ("*a* _b_ **c** __d__", "<em>a</em> <em>b</em> <strong>c</strong> <strong>d</strong>"),
      ("***a***", "<strong><em>a</em></strong>"),
      ("snake_case_name 2 * 3 * 4", "snake_case_name 2 * 3 * 4"),
      ("**open and `*code*`", "**open and <code>*code*</code>"),
      ("``a ` b``", "<code>a ` b</code>"),
      (#"\*a\* \a \\"#, #"*a* \a \"#),
      ("****", "****"),
    ])
  func `Emphasis and code are elements`(text: String, markup: String) {
    #expect(html("a " + text) == "<p>a \(markup)</p>")
  }

  @Test(
    arguments: [
      ("[a *b*](/c_(d))", "<a href=\"/c_(d)\">a <em>b</em></a>"),
      ("[a](https://b.example \"title\")", "<a href=\"https://b.example\">a</a>"),
      ("[](/a)", "<a href=\"/a\">/a</a>"),
      ("![a](/b.png)", "<a href=\"/b.png\">a</a>"),
      (
        "<https://a.example/?b&c>",
        "<a href=\"https://a.example/?b&amp;c\">https://a.example/?b&amp;c</a>"
      ),
      ("[x] [y](", "[x] [y]("),
      ("[a [b](c)](d)", "[a <a href=\"c\">b</a>](d)"),
    ])
  func `Links are elements`(text: String, markup: String) {
    #expect(html(text) == "<p>\(markup)</p>")
  }

  @Test(
    arguments: [
      "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "data:text/html,a",
      "vbscript:a", "data:image/svg+xml,a",
    ])
  func `A link that could run code is shown without the link`(url: String) {
    #expect(!html("[a](\(url)) <\(url)>").contains("<a "))
  }

  @Test func `HTML is shown as text`() {
    let markup = html("<script>alert(1)</script>\n\n<b onclick=\"x\">&amp;`<i>`[<u>](/\"a)")
    #expect(!markup.contains("<script") && !markup.contains("<b") && !markup.contains("<i"))
    #expect(!markup.contains("<u") && markup.contains("href=\"/&quot;a\""))
  }

  @Test(
    arguments: [
      ">", "- ", "[", "*a ", "**a _b ", "![", "<", "[a](", "`` ` ", "1. ", "> - ",
    ])
  func `Deep and unfinished markup is limited`(part: String) {
    let markup = html(String(repeating: part, count: 10_000))
    #expect(markup.ranges(of: "<blockquote>").count <= 12)
    #expect(markup.ranges(of: "<ul>").count <= 13)
    // Each element is closed.
    for name in ["em", "strong", "blockquote", "ul", "li", "p"] {
      #expect(markup.ranges(of: "<\(name)>").count == markup.ranges(of: "</\(name)>").count)
    }
  }

  @Test func `A text in a list is a row`() {
    #expect(
      content(List { Markdown("a") })
        == "<ul class=\"list\"><li class=\"row\"><div class=\"markdown\"><p>a</p></div></li></ul>")
  }

  @Test func `A long text of unfinished links is one text`() {
    let text = String(repeating: "a [b] ", count: 50_000)
    #expect(MarkdownInline.parse(text) == [.text(text)])
  }

  @Test func `Runs of backticks of different lengths are text`() {
    let runs = (1...300).map { String(repeating: "`", count: $0) + "a" }.joined()
    #expect(MarkdownInline.parse(runs) == [.text(runs)])
    #expect(MarkdownInline.parse(runs + "`b") == [.code(String(runs.dropFirst())), .text("b")])
  }
}
