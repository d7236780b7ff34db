extension Renderer {
  /// Remembers that the layer has a field that can be edited.
  @usableFromInline
  mutating func noteField() {
    guard flags.isDisjoint(with: [.disabled, .hidden]) else { return }
    if state.layer.firstField == nil { state.layer.firstField = place }
    noteFocus(place)
  }

  /// Remembers that a control is to have the focus where that was declared.
  mutating func noteFocus(_ id: UInt64) {
    guard flags.contains(.defaultFocus), state.layer.declaredFocus == nil else { return }
    state.layer.declaredFocus = id
  }

  /// What was typed into the field and not applied.
  @usableFromInline
  func draft(_ id: UInt64) -> String? {
    state.drafts.isEmpty ? nil : state.drafts[id]?.typed
  }

  /// What is wrong with the value of the field.
  private func message(_ id: UInt64) -> String? {
    state.drafts[id]?.message ?? state.validationMessage
  }

  /// Begins a field with its label; ``closeField(_:)`` ends it.
  @usableFromInline
  mutating func openField(_ id: UInt64, title: String?, class name: StaticString? = nil) {
    beginPart(id)
    write("<div class=\"field")
    if let name {
      write(" ")
      write(name)
    }
    write("\">")
    guard let title, !title.isEmpty else { return }
    write("<label for=\"f-")
    write(id: id)
    write("\">")
    write(text: title)
    write("</label>")
  }

  /// Ends a field, with the message of what is wrong.
  @usableFromInline
  mutating func closeField(_ id: UInt64) {
    closeMessage(id)
    write("</div>")
    endPart()
  }

  /// Writes what is wrong with the value of a field.
  mutating func closeMessage(_ id: UInt64) {
    if let message = message(id) {
      state.layer.isRefused = true
      write("<p class=\"error\" id=\"f-")
      write(id: id)
      write("-error\">")
      write(text: message)
      write("</p>")
    }
  }

  /// Writes the field's id and, in a layer that may be the top one, its name.
  @usableFromInline
  mutating func writeField(_ id: UInt64, check: String) {
    writeField(id, check: StableHash.string(check))
  }

  /// The same, for a check that is not that of a text.
  mutating func writeField(_ id: UInt64, check: UInt64) {
    write(" id=\"f-")
    write(id: id)
    write("\"")
    writeFieldName(id, check: check)
  }

  /// Writes the field's name in a layer that may be the top one.
  @usableFromInline
  mutating func writeFieldName(_ id: UInt64, check: UInt64) {
    guard flags.contains(.live) else { return }
    wroteLive = true
    write(" name=\"~f.")
    write(id: id)
    write(".")
    state.choice.marks?.checks.append(out.count)
    write(id: check)
    // A script sends it, though nobody has touched it on this page.
    write(draft(id) == nil ? "\"" : "\" data-draft")
  }

  /// Ends the tag of an input with what all kinds of them have.
  @usableFromInline
  mutating func closeInput(_ id: UInt64, prompt: String?) {
    if let prompt {
      write(" placeholder=\"")
      write(attribute: prompt)
      write("\"")
    }
    if message(id) != nil {
      write(" aria-invalid=\"true\" aria-describedby=\"f-")
      write(id: id)
      write("-error\"")
    }
    write(flags.contains(.disabled) ? " disabled>" : ">")
  }
}
