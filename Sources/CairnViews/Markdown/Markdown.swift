/// A text in Markdown, with headings, emphasis, lists, quotes, links, and code.
///
/// ```swift
/// Markdown(store.comment.text)
/// ```
///
/// Any text is valid, and the time to show it is linear in its length. HTML in the text is escaped, so the text can
/// come from a user. A link whose URL has an unknown scheme, such as `javascript:`, is shown without the link. An image
/// is shown as a link. Tables, references, and underlined headings aren't supported.
///
/// A heading with one `#` is an `h2` element, because the `h1` element of a page is its title.
public struct Markdown: _PrimitiveView {
  private let source: String

  /// Creates a view of a text.
  /// - Parameter source: The text in Markdown. It isn't looked up in the strings of the application.
  public init(_ source: some StringProtocol) { self.source = String(source) }

  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    guard renderer.isWriting else { return }
    let row = renderer.openRow()
    renderer.open("<div", class: "markdown")
    renderer.write(">")
    renderer.endTag()
    renderer.write(MarkdownBlock.parse(view.source))
    renderer.write("</div>")
    renderer.closeRow(row)
  }
}

extension Renderer {
  fileprivate mutating func write(_ blocks: [MarkdownBlock]) {
    for block in blocks { write(block) }
  }

  private mutating func write(_ block: MarkdownBlock) {
    switch block {
    case .heading(1, let title):
      write("<h2 class=\"title\">")
      write(title)
      write("</h2>")
    case .heading(2, let title):
      write("<h3 class=\"headline\">")
      write(title)
      write("</h3>")
    case .heading(_, let title):
      write("<h4 class=\"bold\">")
      write(title)
      write("</h4>")
    case .paragraph(let text):
      write("<p>")
      write(text)
      write("</p>")
    case .code(let code):
      // Users can scroll it with the keyboard.
      write("<pre tabindex=\"0\"><code>")
      write(text: code)
      write("</code></pre>")
    case .quote(let blocks):
      write("<blockquote>")
      write(blocks)
      write("</blockquote>")
    case .list(let start, let isTight, let items): writeList(start, isTight: isTight, items)
    case .rule: write("<hr>")
    }
  }

  private mutating func writeList(_ start: Int?, isTight: Bool, _ items: [[MarkdownBlock]]) {
    write(start == nil ? "<ul" : "<ol")
    if !isTight { write(" class=\"loose\"") }
    if let start, start != 1 {
      write(" start=\"")
      out.append(integer: start)
      write("\"")
    }
    write(">")
    for item in items {
      write("<li>")
      for block in item {
        if isTight, case .paragraph(let text) = block { write(text) } else { write(block) }
      }
      write("</li>")
    }
    write(start == nil ? "</ul>" : "</ol>")
  }

  private mutating func write(_ parts: [MarkdownInline]) {
    for part in parts {
      switch part {
      case .text(let text): write(text: text)
      case .code(let code):
        write("<code>")
        write(text: code)
        write("</code>")
      case .emphasis(let parts):
        write("<em>")
        write(parts)
        write("</em>")
      case .strong(let parts):
        write("<strong>")
        write(parts)
        write("</strong>")
      case .link(let url, let parts) where url.isEmpty || SafeURL.unknownScheme(of: url) != nil:
        write(parts)
      case .link(let url, let parts):
        write("<a href=\"")
        write(attribute: url)
        write("\">")
        if parts.isEmpty { write(text: url) } else { write(parts) }
        write("</a>")
      case .lineBreak: write("<br>")
      }
    }
  }
}
