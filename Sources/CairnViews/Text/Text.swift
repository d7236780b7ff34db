/// A piece of text.
///
/// Alone it is a paragraph; in buttons, labels and elements it is bare. Whatever it says is
/// escaped.
public struct Text: _PrimitiveView {
  @usableFromInline let content: String
  @usableFromInline var style: TextStyle = []
  /// What `+` joined, after the content.
  @usableFromInline var rest: [Text] = []

  /// Shows `content`.
  @inlinable
  public init(_ content: String) { self.content = content }

  /// Shows `content`.
  @inlinable
  public init(_ content: some StringProtocol) { self.content = String(content) }

  /// Shows `content`, exactly.
  @inlinable
  public init(verbatim content: String) { self.content = content }

  /// Both texts, one after the other, each with its own style.
  public static func + (left: Text, right: Text) -> Text {
    var text = left
    text.rest.append(right)
    return text
  }

  @inlinable
  public static func _render(_ view: Text, _ renderer: inout Renderer) {
    guard renderer.isWriting else { return }
    let row = renderer.openRow()
    if renderer.surrounding == .block || renderer.surrounding == .form {
      if view.style.isEmpty, view.rest.isEmpty {
        renderer.open("<p", class: "text")
        renderer.write(">")
        renderer.write(text: view.content)
      } else {
        renderer.writeParagraph(view)
      }
      renderer.write("</p>")
    } else {
      renderer.writeInline(view)
    }
    renderer.closeRow(row)
  }
}

/// The styles of a text; each is a class.
@usableFromInline
struct TextStyle: OptionSet {
  @usableFromInline let rawValue: UInt16
  @inlinable
  init(rawValue: UInt16) { self.rawValue = rawValue }

  static let names: [StaticString] = [
    "title", "headline", "subheadline", "caption", "secondary", "bold", "italic", "body", "code",
    "destructive", "accent",
  ]
}

extension Renderer {
  @usableFromInline
  mutating func writeParagraph(_ text: Text) {
    if text.rest.isEmpty {
      pend(text.style)
      open("<p", class: "text")
      write(">")
      write(text: text.content)
    } else {
      open("<p", class: "text")
      write(">")
      writeInline(text)
    }
  }

  @usableFromInline
  mutating func writeInline(_ text: Text) {
    let isBare = surrounding == .options
    if !isBare, !text.style.isEmpty || classes.count &+ attributes.count > 0 {
      pend(text.style)
      open("<span")
      write(">")
      write(text: text.content)
      write("</span>")
    } else {
      write(text: text.content)
    }
    for part in text.rest { writeInline(part) }
  }

  private mutating func pend(_ style: TextStyle) {
    for (bit, name) in TextStyle.names.enumerated()
    where style.rawValue & (1 << UInt16(bit)) != 0 {
      classes.append(byte: 0x20)
      classes.append(name)
    }
  }
}
