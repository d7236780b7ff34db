extension Renderer {
  /// Appends markup, as it is.
  @inlinable @inline(__always)
  mutating func write(_ markup: StaticString) { out.append(markup) }

  /// Appends `text`, escaped for a place between tags.
  @inlinable
  mutating func write(text: String) { out.appendTextOutlined(text) }

  /// Appends `text`, escaped for a place in a quoted attribute.
  @inlinable
  mutating func write(attribute text: String) { out.appendAttributeOutlined(text) }

  /// Appends an id in hexadecimal digits.
  @inlinable
  mutating func write(id: UInt64) {
    writtenMask |= Self.bits(of: id)
    out.append(hex: id)
  }

  /// Begins an element (`"<div"`) with its class, and what modifiers add; the tag stays open.
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

  /// Begins an element without a class of its own; the tag stays open.
  @inlinable
  mutating func open(_ start: StaticString) {
    write(start)
    if classes.count &+ attributes.count != 0 { writePending("") }
  }

  /// Writes and uses up the classes and attributes that modifiers left for the next element.
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
    out.append(attributes.bytes)
    classes.count = 0
    attributes.count = 0
  }

  /// Begins a row where a list stands around; ``closeRow(_:)`` ends it.
  @inlinable
  mutating func openRow() -> Surrounding {
    let outer = surrounding
    if outer == .rows || outer == .sections { beginRow(nil) }
    return outer
  }

  /// Begins a row for an element with an id.
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
        // Its row is shown as rarely as it is.
        write("<li class=\"row only-without-script\">")
      } else {
        write("<li class=\"row\">")
      }
    }
    surrounding = .block
  }

  /// Ends what ``openRow()`` began.
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
