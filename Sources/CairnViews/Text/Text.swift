public import CairnTexts

/// A piece of text.
///
/// Alone, a text is a paragraph. In buttons, labels, and elements, it has no paragraph around it. Its content is
/// escaped.
public struct Text: _PrimitiveView {
  @usableFromInline let content: String
  @usableFromInline var style: TextStyle = []

  @inlinable
  init(_ content: String, _ style: TextStyle) {
    self.content = content
    self.style = style
  }

  /// Creates a text from a key of the application's string catalog, which is usually a literal.
  @inlinable
  public init(_ key: LocalizedStringKey) { content = key.string }

  /// Creates a text with `content`, which isn't looked up in a string catalog.
  @inlinable
  @_disfavoredOverload
  public init(_ content: String) { self.content = content }

  /// Creates a text with `content`, which isn't looked up in a string catalog.
  @inlinable
  @_disfavoredOverload
  public init(_ content: some StringProtocol) { self.content = String(content) }

  /// Creates a text with `content`, which isn't looked up in a string catalog even if it's a literal.
  @inlinable
  public init(verbatim content: String) { self.content = content }

  /// Returns both texts in sequence, each with its own styles.
  public static func + (left: Text, right: Text) -> Text {
    // Plain texts are common, and joined texts are rare. The parts are written now, so that a text only contains one
    // string.
    var markup = ByteBuffer()
    left.write(into: &markup)
    right.write(into: &markup)
    return Text(String(decoding: markup.bytes, as: UTF8.self), .markup)
  }

  private func write(into markup: inout ByteBuffer) {
    if style.contains(.markup) {
      markup.appendRaw(content)
    } else if style.isEmpty {
      markup.appendText(content)
    } else {
      markup.append("<span class=\"")
      let start = markup.count
      markup.append(style)
      // Each class begins with a space.
      markup.rotate(from: start, middle: start + 1)
      markup.count -= 1
      markup.append("\">")
      markup.appendText(content)
      markup.append("</span>")
    }
  }

  @inlinable
  public static func _render(_ view: Text, _ renderer: inout Renderer) {
    guard renderer.isWriting else { return }
    let row = renderer.openRow()
    if renderer.surrounding == .block || renderer.surrounding == .form {
      if view.style.isEmpty {
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

/// The styles of a text, each of which is a class.
@usableFromInline
struct TextStyle: OptionSet {
  @usableFromInline let rawValue: UInt16
  @inlinable
  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The content is markup that was written by `+`.
  static var markup: TextStyle { TextStyle(rawValue: 1 << 15) }

  static let names: [StaticString] = [
    "title", "headline", "subheadline", "caption", "secondary", "bold", "italic", "body", "code",
    "destructive", "accent", "large-title",
  ]
}

extension Renderer {
  @usableFromInline
  mutating func writeParagraph(_ text: Text) {
    classes.append(text.style)
    open("<p", class: "text")
    write(">")
    writeContent(text)
  }

  @usableFromInline
  mutating func writeInline(_ text: Text) {
    let hasStyle = !text.style.subtracting(.markup).isEmpty
    guard surrounding != .options, hasStyle || classes.count &+ attributes.count > 0 else {
      writeContent(text)
      return
    }
    classes.append(text.style)
    open("<span")
    write(">")
    writeContent(text)
    write("</span>")
  }

  private mutating func writeContent(_ text: Text) {
    if text.style.contains(.markup) {
      out.appendRaw(text.content)
    } else {
      write(text: text.content)
    }
  }
}

extension ByteBuffer {
  /// Appends the classes of `style`, each after a space.
  fileprivate mutating func append(_ style: TextStyle) {
    var bits = style.rawValue & (1 << UInt16(TextStyle.names.count) - 1)
    while bits != 0 {
      append(byte: 0x20)
      append(name: TextStyle.names[bits.trailingZeroBitCount])
      bits &= bits - 1
    }
  }
}
