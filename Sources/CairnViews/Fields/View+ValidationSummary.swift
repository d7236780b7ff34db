/// A modifier that lists the fields with a message above the content of a screen or layer.
public struct _ValidationSummaryModifier: _PrimitiveModifier {
  @usableFromInline let isVisible: Bool

  @inlinable
  init(isVisible: Bool) { self.isVisible = isVisible }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    if modifier.isVisible { renderer.listRefusedFields() }
    Content._render(content, &renderer)
  }
}

extension Renderer {
  @usableFromInline
  mutating func listRefusedFields() {
    if !flags.contains(.hidden) { state.layer.listsRefused = true }
  }

  /// Writes the links to the layer's fields with a message, if the layer lists them.
  /// - Parameter layer: The position of the layer among the page's layers.
  mutating func writeRefusedFields(ofLayer layer: Int) {
    let fields = state.layer.refused
    guard state.layer.listsRefused, !fields.isEmpty else { return }
    write("<section class=\"problems\" aria-labelledby=\"layer")
    out.append(integer: layer)
    write("-invalid\"><div><p id=\"layer")
    out.append(integer: layer)
    write("-invalid\">")
    write(text: state.texts[.invalidFields(count: fields.count)])
    write("</p><ul>")
    for field in fields {
      write("<li><a href=\"#f-")
      write(id: field.id)
      // The options of a group have no common element that can have the focus.
      write(field.isGroup ? "-error\">" : "\">")
      if let title = field.title, !title.isEmpty {
        write(text: title)
        write(": ")
      }
      write(text: field.message)
      write("</a></li>")
    }
    write("</ul></div></section>")
  }
}

extension View {
  /// Lists the fields with a message above the content of the screen or layer, as links to the fields.
  ///
  /// The list contains messages of ``View/validationMessage(_:)-2sxut``, and those about text that can't be applied.
  /// If all values are valid, there's no list. After a tap, the first of the fields gets the focus.
  /// - Parameter isVisible: Whether the list is shown.
  @inlinable
  public consuming func validationSummary(
    _ isVisible: Bool = true
  ) -> Modified<Self, _ValidationSummaryModifier> {
    Modified(self, _ValidationSummaryModifier(isVisible: isVisible))
  }
}
