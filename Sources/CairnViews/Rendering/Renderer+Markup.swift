extension Renderer {
  /// Appends markup without escaping.
  @inlinable @inline(__always)
  mutating func write(_ markup: StaticString) { out.append(markup) }

  /// Appends `text`, escaped for a position between tags.
  @inlinable
  mutating func write(text: String) { out.appendTextOutlined(text) }

  /// Appends `text`, escaped for a quoted attribute.
  @inlinable
  mutating func write(attribute text: String) { out.appendAttributeOutlined(text) }

  /// Appends an ID in hexadecimal digits.
  @inlinable
  mutating func write(id: UInt64) {
    writtenMask |= Self.bits(of: id)
    out.append(hex: id)
  }

  /// Begins an element such as `"<div"` with a class and the attributes from modifiers. The tag stays open.
  @inlinable @inline(__always)
  mutating func open(_ start: StaticString, class name: StaticString) {
    write(start)
    if classes.count &+ attributes.count == 0 {
      write(" class=\"")
      write(name)
      write("\"")
    } else {
      writePending(name)
    }
  }

  /// Begins an element without its own class. The tag stays open.
  @inlinable
  mutating func open(_ start: StaticString) {
    write(start)
    if classes.count &+ attributes.count != 0 { writePending("") }
  }

  /// Writes and clears the classes and attributes that modifiers added for the next element.
  @usableFromInline
  mutating func writePending(_ name: StaticString) {
    let own = name.utf8CodeUnitCount
    if own + classes.count > 0 {
      write(" class=\"")
      out.append(name: name)
      // Each pending class begins with a space.
      let bytes = classes.bytes
      out.append(own > 0 ? bytes : UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
      write("\"")
    }
    hasGivenAttributes = attributes.count > 0
    out.append(attributes.bytes)
    classes.count = 0
    attributes.count = 0
  }

  /// Begins a row if the renderer is directly in a list. ``closeRow(_:)`` ends it.
  @inlinable
  mutating func openRow() -> Surrounding {
    let outer = surrounding
    if outer == .rows || outer == .sections { beginRow(nil) }
    return outer
  }

  /// Begins a row for an element with an ID.
  @inlinable
  mutating func openRow(id: UInt64) -> Surrounding {
    let outer = surrounding
    if outer == .rows || outer == .sections { beginRow(id) }
    return outer
  }

  @usableFromInline
  mutating func beginRow(_ id: UInt64?) {
    if isWriting {
      if surrounding == .sections { write("<ul class=\"list\">") }
      beginPart(place)
      if takeAnchorRow(id) {
        write("<li class=\"row anchor\">")
      } else if classes.count > 0,
        String(decoding: classes.bytes, as: UTF8.self) == " only-without-script"
      {
        // The row is hidden together with its content.
        write("<li class=\"row only-without-script\">")
      } else {
        write("<li class=\"row\">")
      }
    }
    surrounding = .block
  }

  /// Ends a row that ``openRow()`` began.
  @inlinable
  mutating func closeRow(_ outer: Surrounding) {
    if outer == .rows || outer == .sections { endRow(outer) }
  }

  @usableFromInline
  mutating func endRow(_ outer: Surrounding) {
    surrounding = outer
    guard isWriting else { return }
    write("</li>")
    endPart()
    if outer == .sections { write("</ul>") }
  }
}

extension ByteBuffer {
  @usableFromInline
  mutating func appendTextOutlined(_ text: String) { appendText(text) }

  @usableFromInline
  mutating func appendAttributeOutlined(_ text: String) { appendAttribute(text) }
}
