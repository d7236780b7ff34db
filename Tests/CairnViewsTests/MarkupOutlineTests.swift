import Testing

@testable import CairnViews

/// Tests the outline of an element's markup, without a browser.
struct MarkupOutlineTests {
  private func children(_ markup: String) -> [String]? {
    var markup = markup
    return markup.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      return MarkupOutline(bytes)?.children.map { String(decoding: bytes[$0], as: UTF8.self) }
    }
  }

  private func changes(_ now: String, from before: String) -> String? {
    var buffer = ByteBuffer()
    buffer.append("before ")
    let isLess = Array(now.utf8).withUnsafeBytes { now in
      Array(before.utf8).withUnsafeBytes { buffer.append(changesOf: now, from: $0) }
    }
    let text = String(decoding: buffer.bytes, as: UTF8.self)
    #expect(text.hasPrefix("before ") && (isLess || text == "before "))
    return isLess ? String(text.dropFirst(7)) : nil
  }

  @Test func `The outline has the elements and texts of the first level`() {
    #expect(children("<li class=\"row\"></li>") == [])
    #expect(
      children("<li><button title=\"a > b\">A</button> and <div><p>B</p><p>C</p></div>D</li>")
        == ["<button title=\"a > b\">A</button>", " and ", "<div><p>B</p><p>C</p></div>", "D"])
    #expect(children("<div>A<br>B<img src='<'></div>") == ["A", "<br>", "B", "<img src='<'>"])
  }

  @Test(arguments: [
    "", "<", "<li", "<li>", "text", "</li>", "<li></li> ", "<li></li><li></li>", "<li></div>",
    "<li><b><i></b></i></li>", "<li><!-- --></li>", "<li><p><div></div></p></li>",
    "<li><script></script></li>", "<li><textarea></textarea></li>", "<li><my-part></my-part></li>",
    "<table><tr></tr></table>", "<li><template></template></li>", "<li><br></br></li>",
    "<li><p><b><div></div></b></p></li>", "<li title=\"></li>", "<li>< </li>",
    "<li><verylongname></verylongname></li>",
  ])
  func `The outline is nil if browsers may parse the markup differently`(markup: String) {
    #expect(children(markup) == nil)
  }

  @Test func `A change leaves out unchanged children`() {
    let row = { (text: String) in
      "<li><button name=\"tap\" value=\"1234567890123456\">A</button><p>\(text)</p><div><button>More of it</button></div></li>"
    }
    #expect(
      changes(row("In stock"), from: row("Out of stock"))
        == "<li><template data-run=\"0\"></template><p>In stock</p><template data-run=\"2\"></template></li>"
    )
    // The element's own tag is always sent.
    #expect(
      changes(
        "<li class=\"anchor\"><p>\(String(repeating: "a", count: 99))</p></li>",
        from: "<li><p>\(String(repeating: "a", count: 99))</p></li>")
        == "<li class=\"anchor\"><template data-run=\"0\"></template></li>")
  }

  @Test func `A change isn't reduced if it saves nothing or the number of children differs`() {
    #expect(changes("<li><b>A</b><b>B</b></li>", from: "<li><b>A</b><b>C</b></li>") == nil)
    let long = String(repeating: "a", count: 99)
    #expect(changes("<li><b>\(long)</b></li>", from: "<li><b>\(long)</b><b>C</b></li>") == nil)
    #expect(changes("<li><b>\(long)</b></li>", from: "") == nil)
  }
}
