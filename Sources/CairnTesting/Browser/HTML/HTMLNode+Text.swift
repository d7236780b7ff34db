extension HTMLNode {
  /// The text that a reader sees in the node: a line for each block, white space collapsed.
  ///
  /// Left out are the head, scripts, what is `hidden`, closed dialogs, and the values of fields.
  public var visibleText: String {
    var run = TextRun()
    appendVisibleText(to: &run, skipping: { _ in false })
    return run.string
  }

  /// The text that names the node: without `aria-hidden` parts, with the `alt` of images, one line.
  var namingText: String {
    var run = TextRun()
    appendVisibleText(to: &run, skipping: { $0["aria-hidden"] == "true" }, blocks: false)
    return run.string
  }

  private func appendVisibleText(
    to run: inout TextRun, skipping: (HTMLNode) -> Bool, blocks: Bool = true
  ) {
    guard isElement else { return run.append(text) }
    if isUnseen || skipping(self) { return }
    if name == "img" { return run.append(self["alt"] ?? "") }
    // Without blocks the parts of a name are kept apart by a space, as assistive technology does.
    let isBlock = name == "br" || !Self.inlineElements.contains(name)
    if isBlock { run.breakLine(with: blocks ? .newline : .space) }
    let isClosed = name == "details" && !has("open")
    for child in children where !isClosed || child.name == "summary" {
      child.appendVisibleText(to: &run, skipping: skipping, blocks: blocks)
    }
    if isBlock { run.breakLine(with: blocks ? .newline : .space) }
  }

  private var isUnseen: Bool {
    if has("hidden") || Self.unseenElements.contains(name) { return true }
    return name == "dialog" && !has("open")
  }

  private static let unseenElements: Set<String> = [
    "head", "script", "style", "template", "select", "textarea", "datalist", "input", "title",
  ]

  private static let inlineElements: Set<String> = [
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "i", "img", "ins",
    "kbd", "mark", "noscript", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time",
    "u", "var", "wbr",
  ]
}

/// Collects text with white space collapsed, by bytes: pages may have many.
private struct TextRun {
  enum Gap { case none, space, newline }

  private var bytes: [UInt8] = []
  private var gap = Gap.none

  mutating func append(_ text: String) {
    for byte in text.utf8 {
      if byte.isHTMLSpace {
        if gap == .none { gap = .space }
        continue
      }
      if !bytes.isEmpty {
        switch gap {
        case .none: break
        case .space: bytes.append(UInt8(ascii: " "))
        case .newline: bytes.append(UInt8(ascii: "\n"))
        }
      }
      gap = .none
      bytes.append(byte)
    }
  }

  mutating func breakLine(with gap: Gap) {
    if self.gap != .newline { self.gap = gap }
  }

  var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension UInt8 {
  var isHTMLSpace: Bool { self == 0x20 || (0x9...0xA).contains(self) || (0xC...0xD).contains(self) }
}

extension String {
  /// Without white space at the ends, and with one space for each run of it.
  var collapsingWhitespace: String {
    var run = TextRun()
    run.append(self)
    return run.string
  }
}
