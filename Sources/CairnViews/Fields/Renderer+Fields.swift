import CairnTexts

extension Renderer {
  /// Records that the layer has an editable field.
  @usableFromInline
  mutating func noteField() {
    guard flags.isDisjoint(with: [.disabled, .hidden]) else { return }
    if state.layer.firstField == nil { state.layer.firstField = place }
    noteFocus(place)
  }

  /// Records that a control gets the focus, if ``View/defaultFocus()`` applies to it.
  mutating func noteFocus(_ id: UInt64) {
    guard flags.contains(.defaultFocus), state.layer.declaredFocus == nil else { return }
    state.layer.declaredFocus = id
  }

  /// Returns the text that the user typed into the field, if it hasn't been applied.
  @usableFromInline
  func draft(_ id: UInt64) -> String? {
    state.drafts.isEmpty ? nil : state.drafts[id]?.typed
  }

  /// Returns the message about the value of the field.
  private func message(_ id: UInt64) -> String? {
    state.drafts[id]?.message.map { state.texts[$0] } ?? state.validationMessage
  }

  /// Begins a field with its label. ``closeField(_:)`` ends it.
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

  /// Ends a field, after the message about its value.
  @usableFromInline
  mutating func closeField(_ id: UInt64) {
    closeMessage(id)
    write("</div>")
    endPart()
  }

  /// Writes the message about the value of a field.
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

  /// Writes the field's ID and, in a layer that may be the top one, its name.
  @usableFromInline
  mutating func writeField(_ id: UInt64, check: String) {
    writeField(id, check: StableHash.string(check))
  }

  /// Writes the field's ID and its name, with a check that isn't the hash of a text.
  mutating func writeField(_ id: UInt64, check: UInt64) {
    write(" id=\"f-")
    write(id: id)
    write("\"")
    writeFieldName(id, check: check)
  }

  /// Writes the field's name, in a layer that may be the top one.
  @usableFromInline
  mutating func writeFieldName(_ id: UInt64, check: UInt64) {
    guard flags.contains(.live) else { return }
    wroteLive = true
    write(" name=\"~f.")
    write(id: id)
    write(".")
    state.choice.marks?.checks.append(out.count)
    write(id: check)
    // The script submits a draft even if the user didn't touch the field on this page.
    write(draft(id) == nil ? "\"" : "\" data-draft")
  }

  /// Ends the tag of an input with the attributes that all kinds of inputs share.
  @usableFromInline
  mutating func closeInput(_ id: UInt64, prompt: String?) {
    if let prompt {
      write(" placeholder=\"")
      write(attribute: prompt)
      write("\"")
    }
    if state.drafts[id]?.message != nil || state.validationMessage != nil {
      write(" aria-invalid=\"true\" aria-describedby=\"f-")
      write(id: id)
      write("-error\"")
    }
    write(flags.contains(.disabled) ? " disabled>" : ">")
    endTag()
  }
}
