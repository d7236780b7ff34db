/// The texts that modifiers add to a field.
@usableFromInline
struct FieldNotes: Equatable {
  /// The reason that controls are disabled, which is written once for all of them.
  @usableFromInline
  struct Reason: Equatable {
    /// The place of the modifier, which is part of the text's ID.
    let id: UInt64
    let text: String
    var isWritten = false
  }

  /// The text below the field.
  var help: String?
  /// The unit after the field.
  var unit: String?
  var reason: Reason?

  @usableFromInline
  init() {}

  var isEmpty: Bool { help == nil && unit == nil && reason == nil }
}

/// A field with a message about its value.
struct RefusedField: Equatable {
  let id: UInt64
  /// Whether the field is a group of options, which has no element with its ID.
  let isGroup: Bool
  let title: String?
  let message: String
}

extension Renderer {
  /// Writes the attribute that refers to the texts below and after a control.
  /// - Parameters:
  ///   - id: The field with a unit and a help text, or `nil` to write only the other references.
  ///   - error: The field with a message, or `nil` if the value is valid.
  mutating func writeDescription(_ id: UInt64?, error: UInt64?) {
    let notes = state.notes
    let reason = flags.contains(.disabled) ? notes.reason?.id : nil
    let parts: [(id: UInt64?, suffix: StaticString)] = [
      (notes.unit == nil ? nil : id, "-unit"), (notes.help == nil ? nil : id, "-help"),
      (id == nil ? nil : reason, "-reason"), (error, "-error"),
    ]
    var isFirst = true
    for (id, suffix) in parts {
      guard let id else { continue }
      write(isFirst ? " aria-describedby=\"f-" : " f-")
      write(id: id)
      write(suffix)
      isFirst = false
    }
    if !isFirst { write("\"") }
  }

  /// Writes the attribute that refers to the reason that a button is disabled.
  mutating func writeReasonReference() {
    guard let reason = state.notes.reason else { return }
    write(" aria-describedby=\"f-")
    write(id: reason.id)
    write("-reason\"")
  }

  /// Writes the unit, the help text, and the reason of a field.
  mutating func writeNotes(_ id: UInt64) {
    guard !state.notes.isEmpty else { return }
    writeUnit(id)
    if let help = state.notes.help {
      write("<p class=\"help\" id=\"f-")
      write(id: id)
      write("-help\">")
      write(text: help)
      write("</p>")
    }
    writeReason()
  }

  /// Writes the unit of a field.
  mutating func writeUnit(_ id: UInt64) {
    guard let unit = state.notes.unit else { return }
    write("<span class=\"unit\" id=\"f-")
    write(id: id)
    write("-unit\">")
    write(text: unit)
    write("</span>")
  }

  /// Writes the reason that controls are disabled, if it isn't on the page yet.
  @usableFromInline
  mutating func writeReason() {
    guard flags.contains(.disabled), let reason = state.notes.reason, !reason.isWritten else {
      return
    }
    state.notes.reason?.isWritten = true
    write("<p class=\"help\" id=\"f-")
    write(id: reason.id)
    write("-reason\">")
    write(text: reason.text)
    write("</p>")
  }
}
