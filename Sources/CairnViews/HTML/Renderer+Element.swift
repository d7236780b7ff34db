import IssueReporting

extension Renderer {
  /// Begins a row for an element, unless the element is a row itself.
  @usableFromInline
  mutating func openRow(element name: StaticString) -> Surrounding {
    guard surrounding == .rows, AttributeRules.equals(name, "li") else { return openRow() }
    surrounding = .block
    return .block
  }

  /// Writes the start tag of an element with any name.
  @usableFromInline
  mutating func open(element name: StaticString, _ list: [ElementAttribute]) {
    if AttributeRules.equals(name, "form") {
      reportIssue(
        """
        A page can't contain a 'form' element, because each layer already has a form, and HTML forms \
        can't be nested.

        Use fields and buttons without a form around them, or use 'UnsafeHTML' in a custom page.
        """)
    }
    for attribute in list { pend(attribute: attribute.name, attribute.value) }
    // The script recognizes Cairn's rows and fields by the beginning of their class attribute.
    for name: StaticString in [" row", " field"] {
      let count = name.utf8CodeUnitCount
      guard classes.count >= count, classes.has(name, before: count) else { continue }
      classes.insert(" ", at: 0)
      break
    }
    write("<")
    out.append(name: name)
    writePending("")
    write(">")
  }

  /// Returns whether the element can have content, and has an end tag.
  @usableFromInline
  func mayHaveContent(_ name: StaticString) -> Bool {
    // The names of void elements have two to six letters. Test for the most common other elements with such names
    // first.
    !(2...6).contains(name.utf8CodeUnitCount) || AttributeRules.equals(name, "span")
      || AttributeRules.equals(name, "div")
      || !Self.voidElements.contains { AttributeRules.equals(name, $0) }
  }

  /// Writes the end tag of an element with any name.
  @usableFromInline
  mutating func close(element name: StaticString) {
    write("</")
    out.append(name: name)
    write(">")
  }

  private static let voidElements: [StaticString] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
  ]
}
