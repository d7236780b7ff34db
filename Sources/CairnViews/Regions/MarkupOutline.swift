/// An element's start tag, its children, and its end tag.
///
/// The markup must be simple enough to be read exactly as by a browser. There's no outline if the markup has elements
/// that browsers close automatically, elements without markup in them, or elements that aren't closed in order.
struct MarkupOutline {
  /// The start tag.
  let head: Range<Int>
  /// The child elements and the texts between them, in order.
  let children: [Range<Int>]
  /// The end tag.
  let tail: Range<Int>

  init?(_ markup: UnsafeRawBufferPointer) {
    guard let first = Tag(markup, at: 0), first.kind == .start else { return nil }
    var open = [first]
    var children: [Range<Int>] = []
    var offset = first.end
    // The start of the current child.
    var start = offset
    while offset < markup.count {
      guard markup[offset] == UInt8(ascii: "<") else {
        let end = markup[offset...].firstIndex(of: UInt8(ascii: "<")) ?? markup.endIndex
        if open.count == 1 { children.append(offset..<end) }
        offset = end
        continue
      }
      guard let tag = Tag(markup, at: offset) else { return nil }
      if open.count == 1 { start = offset }
      switch tag.kind {
      case .void: break
      case .start:
        // Browsers close a paragraph before a block.
        guard tag.isInline || !open.contains(where: \.isParagraph) else { return nil }
        open.append(tag)
      case .end:
        guard let last = open.popLast(), last.name == tag.name else { return nil }
        if open.isEmpty {
          guard tag.end == markup.count else { return nil }
          (head, self.children, tail) = (0..<first.end, children, offset..<tag.end)
          return
        }
      }
      offset = tag.end
      if open.count == 1 { children.append(start..<offset) }
    }
    return nil
  }

  private struct Tag {
    enum Kind { case start, end, void }

    let kind: Kind
    /// The name of the element, as its bytes.
    let name: UInt64
    /// The offset after the tag.
    let end: Int

    /// Reads a tag.
    /// - Returns: `nil` if the tag is incomplete, or if the element isn't one that Cairn's views write.
    init?(_ markup: UnsafeRawBufferPointer, at start: Int) {
      guard start + 2 < markup.count, markup[start] == UInt8(ascii: "<") else { return nil }
      let isEnd = markup[start + 1] == UInt8(ascii: "/")
      var offset = start + (isEnd ? 2 : 1)
      var name: UInt64 = 0
      while offset < markup.count, !Self.endsName(markup[offset]) {
        guard name >> 56 == 0 else { return nil }
        name = name << 8 | UInt64(markup[offset])
        offset += 1
      }
      var quote: UInt8 = 0
      while offset < markup.count, quote != 0 || markup[offset] != UInt8(ascii: ">") {
        let byte = markup[offset]
        if byte == quote {
          quote = 0
        } else if quote == 0, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          quote = byte
        }
        offset += 1
      }
      guard offset < markup.count else { return nil }
      self.name = name
      end = offset + 1
      if Self.voids.contains(name) {
        guard !isEnd else { return nil }
        kind = .void
      } else {
        guard Self.inlines.contains(name) || Self.blocks.contains(name) else { return nil }
        kind = isEnd ? .end : .start
      }
    }

    var isParagraph: Bool { name == UInt64(UInt8(ascii: "p")) }
    var isInline: Bool { Self.inlines.contains(name) }

    private static func endsName(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte <= UInt8(ascii: " ")
    }

    private static func names(_ names: StaticString...) -> Set<UInt64> {
      Set(
        names.map { name in
          name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt64($1) } }
        })
    }

    private static let voids = names("input", "img", "br")
    private static let inlines = names(
      "a", "b", "button", "code", "em", "i", "label", "progress", "select", "option", "small",
      "span", "strong", "time")
    private static let blocks = names(
      "div", "fieldset", "h2", "h3", "h4", "legend", "li", "ol", "p", "section", "ul")
  }
}

extension ByteBuffer {
  /// Appends a changed element, with a `template` instead of each unchanged child. The template contains the child's
  /// number.
  /// - Returns: Whether the result is smaller than the element. If it isn't, the buffer is unchanged.
  mutating func append(
    changesOf element: UnsafeRawBufferPointer, from before: UnsafeRawBufferPointer
  ) -> Bool {
    guard let now = MarkupOutline(element), let old = MarkupOutline(before),
      now.children.count == old.children.count
    else { return false }
    let start = count
    func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(rebasing: element[range])
    }
    append(withoutNULs: bytes(now.head))
    for (number, (child, same)) in zip(now.children, old.children).enumerated() {
      // A template takes at least 33 bytes.
      if child.count > 36, element[child].elementsEqual(before[same]) {
        append("<template data-run=\"")
        append(integer: number)
        append("\"></template>")
      } else {
        append(withoutNULs: bytes(child))
      }
    }
    append(withoutNULs: bytes(now.tail))
    guard count - start < element.count else {
      count = start
      return false
    }
    return true
  }
}
