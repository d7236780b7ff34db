import CairnTesting
import Testing

struct HTMLDocumentTests {
  @Test func `Finds elements by name, class, and attribute`() {
    let document = HTMLDocument(
      "<ul id=u><li class='a b' data-x=1>One<li class=b>Two <b>bold</b></ul>")
    #expect(document.all("li").map(\.text) == ["One", "Two bold"])
    #expect(document.all(class: "b").count == 2)
    #expect(document.first("li", class: "b", where: ["data-x": "1"])?.text == "One")
    #expect(document.element(id: "u")?.children.map(\.name) == ["li", "li"])
    #expect(document.first("b")?.ancestors.map(\.name) == ["li", "ul", "body", "html"])
    #expect(document.first("li")?.parent?["id"] == "u")
    #expect(document.first("li")?["missing"] == nil)
  }

  @Test func `Reads UTF-8 regardless of the declared encoding`() {
    let document = HTMLDocument("<meta charset=latin1><title>é 😀 עברית &amp; &#x1F600;</title>")
    #expect(document.title == "é 😀 עברית & 😀")
  }

  @Test func `Handles empty and broken sources`() {
    #expect(HTMLDocument("").root == nil)
    #expect(HTMLDocument("").title == "")
    #expect(HTMLDocument("<p><b>x</p>").body?.visibleText == "x")
    let deep = String(repeating: "<div>", count: 200) + "x"
    #expect(HTMLDocument(deep).body?.text == "x")
  }

  @Test func `Names controls as assistive technology does`() {
    let document = HTMLDocument(
      """
      <span id=s>By id</span>
      <button aria-label="Label">Text</button><button aria-labelledby=s>Text</button>
      <button>  Two
        words <span aria-hidden=true>★</span></button><input type=submit value=Go>
      <a href=/><img alt=Home src=x></a><button title=Title></button>
      <label for=f>Field</label><input id=f><label>Around <textarea>no</textarea></label>
      <button><p>One</p><p>Two</p></button>
      """)
    let names = document.all().filter {
      ["button", "a", "textarea"].contains($0.name) || $0.name == "input"
    }
    #expect(
      names.map(\.accessibleName) == [
        "Label", "By id", "Two words", "Go", "Home", "Title", "Field", "Around", "One Two",
      ])
  }

  @Test func `Visible text leaves out hidden elements`() {
    let document = HTMLDocument(
      """
      <h1>A</h1><p>b <i>c</i>d<br>e</p><p hidden>no</p><dialog>no</dialog><dialog open>yes</dialog>
      <script>no</script><details><summary>more</summary>no</details><noscript>plain</noscript>
      """)
    #expect(document.body?.visibleText == "A\nb cd\ne\nyes\nmore\nplain")
  }

  @Test func `Disabled elements are recognized`() {
    let document = HTMLDocument(
      """
      <fieldset disabled><legend><input id=a></legend><input id=b></fieldset><input id=c disabled>
      <input id=d>
      """)
    #expect(document.all("input").map(\.isDisabled) == [false, true, true, false])
  }

  @Test(arguments: [ContractPages.screen, ContractPages.sheet, ContractPages.alert])
  func `The pages of the contract have no problems`(page: String) {
    #expect(HTMLDocument.problems(in: page) == [])
  }

  @Test(arguments: [
    ("<p>a < b</p>", "line 1: unescaped <"),
    ("<p>a & b</p>", "line 1: unescaped &"),
    ("<p title=\"a&b\"></p>", "line 1: unescaped &"),
    ("<p>\n<b>x</p>", "line 2: <b> has no end tag before </p>"),
    ("<p>", "line 1: <p> has no end tag"),
    ("</p>", "line 1: </p> has no start tag"),
    ("<div/>", "line 1: <div> has no end tag"),
    ("<p id=a></p><p id=a></p>", "line 1: duplicate ID a"),
    ("<p class=a class=b></p>", "line 1: duplicate attribute class in <p>"),
    ("<p title=\"a\"b\"></p>", "line 1: <p> is malformed"),
    ("<p onclick=\"x\"></p>", "line 1: attribute onclick in <p>"),
    ("<p style=\"x\"></p>", "line 1: attribute style in <p>"),
    ("<script>1 < 2</script>", "line 1: inline script"),
    ("<form><form></form></form>", "line 1: <form> inside <form>"),
    ("<a><button></button></a>", "line 1: <button> inside <a>"),
    ("<label for=\"x\"></label>", "line 1: for=\"x\" refers to a missing ID"),
    ("<p>\0</p>", "line 1: U+0000"),
  ])
  func `Problems are found`(source: String, problem: String) {
    #expect(HTMLDocument.problems(in: source).contains(problem))
  }

  @Test func `Valid markup has no problems`() {
    let source = """
      <!doctype html><!-- <p> --><title>a &lt;b></title><textarea>
      <p> &amp; </textarea><br><input disabled value='"'><script src="/x"></script>
      <svg viewBox="0 0 1 1"><path d="M0 0"/></svg><style>a > b { content: "<" }</style>
      """
    #expect(HTMLDocument.problems(in: source) == [])
  }
}
