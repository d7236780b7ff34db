public import CairnTexts
import Foundation

/// A single-line text field.
///
/// The text is written to the binding when the user pauses typing. Without the script, it's written with the next tap
/// in the field's layer.
///
/// Invalid text stays in the field with a message, and isn't written to the binding. This applies to text that can't
/// be parsed, and to numbers that aren't finite. It also applies to text of more than 25,000 characters, unless
/// ``View/maxLength(_:)`` sets another limit.
///
/// A number is shown and read in the user's locale, with its digits and decimal separator. For example, a German user
/// types `2,5`. Users can type separators between groups of digits, but the field doesn't show them.
///
/// ```swift
/// TextField("Price", value: $item.price, in: 0...1000, step: 0.05, format: .number)
/// ```
///
/// With a range that has no negative numbers, phones show a keyboard for numbers. Otherwise, they show their full
/// keyboard, because their keyboard for numbers has no minus sign. ``View/keyboardType(_:)`` overrides this.
public struct TextField: _PrimitiveView {
  let title: String
  var prompt: String?
  /// The keyboard that phones show by default, or `nil` for their full keyboard.
  let inputMode: StaticString?
  let read: () -> String
  let write: (String) -> FieldVerdict

  init(
    _ title: String, prompt: String?, inputMode: StaticString? = nil,
    read: @escaping () -> String, write: @escaping (String) -> FieldVerdict
  ) {
    self.title = title
    self.prompt = prompt
    self.inputMode = inputMode
    self.read = read
    self.write = write
  }

  /// Creates a field for text.
  public init(_ title: LocalizedStringKey, text: Binding<String>, prompt: LocalizedStringKey? = nil)
  {
    self.init(title.string, text: text, prompt: prompt)
  }

  /// Creates a field for text.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, text: Binding<String>, prompt: LocalizedStringKey? = nil
  ) {
    self.init(
      String(title), prompt: prompt?.string,
      read: { text.wrappedValue },
      write: { typed in
        let typed = FieldCheck.singleLine(typed)
        guard !FieldCheck.areSame(typed, text.wrappedValue) else { return .unchanged }
        text.wrappedValue = typed
        return .applied
      })
  }

  /// Creates a field for an optional value. Empty text is `nil`.
  init<Value: Equatable>(
    _ title: String, _ prompt: String?, inputMode: StaticString? = nil,
    orNone value: Binding<Value?>, text: @escaping (Value) -> String,
    parse: @escaping (String) throws -> Value
  ) {
    self.init(
      title, prompt, inputMode: inputMode, value, text: { $0.map(text) ?? "" },
      parse: { $0.isEmpty ? nil : try parse($0) })
  }

  /// Creates a field for a value.
  /// - Parameters:
  ///   - text: Returns the text of a value.
  ///   - parse: Returns the value of a text, or throws a ``Refusal``.
  init<Value: Equatable>(
    _ title: String, _ prompt: String?, inputMode: StaticString? = nil,
    _ value: Binding<Value>, text: @escaping (Value) -> String,
    parse: @escaping (String) throws -> Value
  ) {
    self.init(
      title, prompt: prompt, inputMode: inputMode,
      read: { text(value.wrappedValue) },
      write: { typed in
        let parsed: Value
        do {
          parsed = try parse(typed.trimmed)
        } catch let refusal as Refusal {
          return .refused(.system(refusal.message))
        } catch {
          return .refused(Self.message(about: error, in: typed.trimmed))
        }
        guard parsed != value.wrappedValue else { return .unchanged }
        value.wrappedValue = parsed
        return .applied
      })
  }

  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let id = renderer.place
    renderer.noteField()
    if renderer.isWriting {
      let bound = FieldCheck.singleLine(view.read())
      let row = renderer.openRow()
      renderer.openField(id, title: view.title)
      renderer.open("<input", class: "input")
      renderer.writeField(id, check: bound)
      if let attributes = renderer.textInput.keyboard.attributes {
        renderer.write(attributes)
      } else {
        renderer.write(" type=\"text\"")
        renderer.writeInputMode(view.inputMode ?? renderer.textInput.content?.inputMode)
        renderer.write(" dir=\"auto\"")
      }
      renderer.writeTextContent()
      renderer.writeLimit(TextLimit.line)
      renderer.writeValue(id, bound: bound)
      renderer.closeInput(id, prompt: view.prompt)
      renderer.closeField(id)
      renderer.closeRow(row)
    } else if renderer.wants(id) {
      let read = view.read
      renderer.keepText(
        id, limit: TextLimit.line, current: { FieldCheck.singleLine(read()) }, write: view.write)
    }
  }
}

extension String {
  /// The text without white space around it.
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }

  /// The text, shortened for a message.
  var shortened: String {
    // Count scalars instead of characters, because a single character can be as long as a form.
    let start = unicodeScalars.prefix(60)
    return start.endIndex == endIndex ? self : "\(String(start))…"
  }
}
