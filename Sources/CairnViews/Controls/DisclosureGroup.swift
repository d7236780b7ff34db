/// A view that shows or hides its content.
///
/// ```swift
/// DisclosureGroup("Advanced") {
///   Toggle("Verbose", isOn: $store.isVerbose)
/// }
/// ```
///
/// Without a binding, the browser shows and hides the content, also without JavaScript, and no state changes. The page
/// always contains the content. The content is visible if one of its fields isn't valid.
///
/// With a binding, a tap on the label changes the value, and the page contains the content only while it's shown.
public struct DisclosureGroup<Label: View, Content: View>: _PrimitiveView {
  @usableFromInline let isExpanded: Binding<Bool>?
  @usableFromInline let content: () -> Content
  @usableFromInline let label: Label

  /// Creates a group with a custom label, which the browser shows and hides.
  @inlinable
  public init(
    @ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label
  ) {
    isExpanded = nil
    self.content = content
    self.label = label()
  }

  /// Creates a group with a custom label.
  /// - Parameters:
  ///   - isExpanded: Whether the content is shown.
  ///   - content: The content.
  ///   - label: The label, which users tap to show or hide the content.
  @inlinable
  public init(
    isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content,
    @ViewBuilder label: () -> Label
  ) {
    self.isExpanded = isExpanded
    self.content = content
    self.label = label()
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let place = renderer.place
    let row = renderer.openRow()
    let outer = renderer.surrounding
    let isExpanded = view.isExpanded?.wrappedValue
    if renderer.isWriting {
      renderer.openDisclosure(place, isExpanded: isExpanded)
      renderer.surrounding = .inline
      Label._render(view.label, &renderer)
      renderer.closeDisclosureLabel(isExpanded: isExpanded)
    } else if let binding = view.isExpanded, renderer.wants(place) {
      renderer.keepTap(place, isCancellation: false) { binding.wrappedValue.toggle() }
    }
    if isExpanded != nil { renderer.noteButton(place, nil) }
    if isExpanded != false {
      renderer.surrounding = .block
      renderer.place = Place.mix(place, 44)
      if renderer.isWriting { renderer.write("<div class=\"disclosed\">") }
      Content._render(view.content(), &renderer)
      if renderer.isWriting { renderer.write("</div>") }
      renderer.place = place
    }
    renderer.surrounding = outer
    if renderer.isWriting { renderer.write(isExpanded == nil ? "</details>" : "</div>") }
    renderer.closeRow(row)
  }
}

extension DisclosureGroup where Label == Text {
  /// Creates a group with a title, which the browser shows and hides.
  @inlinable
  public init(_ title: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content) {
    self.init(title.string, content: content)
  }

  /// Creates a group with a title, which the browser shows and hides.
  @inlinable
  @_disfavoredOverload
  public init(_ title: some StringProtocol, @ViewBuilder content: @escaping () -> Content) {
    self.init(content: content, label: { Text(title) })
  }

  /// Creates a group with a title.
  /// - Parameters:
  ///   - title: The title, which users tap to show or hide the content.
  ///   - isExpanded: Whether the content is shown.
  ///   - content: The content.
  @inlinable
  public init(
    _ title: LocalizedStringKey, isExpanded: Binding<Bool>,
    @ViewBuilder content: @escaping () -> Content
  ) {
    self.init(title.string, isExpanded: isExpanded, content: content)
  }

  /// Creates a group with a title that isn't looked up.
  /// - Parameters:
  ///   - title: The title, which users tap to show or hide the content.
  ///   - isExpanded: Whether the content is shown.
  ///   - content: The content.
  @inlinable
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, isExpanded: Binding<Bool>,
    @ViewBuilder content: @escaping () -> Content
  ) {
    self.init(isExpanded: isExpanded, content: content, label: { Text(title) })
  }
}

extension Renderer {
  /// Begins a disclosure group and its label.
  /// - Parameters:
  ///   - place: The place of the group.
  ///   - isExpanded: Whether the content is shown, or `nil` if the browser decides.
  @usableFromInline
  mutating func openDisclosure(_ place: UInt64, isExpanded: Bool?) {
    guard let isExpanded else {
      open("<details", class: "disclosure")
      // The ID keeps an open group apart from other groups that appear before it.
      write(" id=\"d-")
      out.append(hex: place)
      write("\">")
      endTag()
      return write("<summary>")
    }
    open("<div", class: "disclosure")
    write(">")
    endTag()
    write("<button class=\"plain\" aria-expanded=\"")
    write(isExpanded ? "true\"" : "false\"")
    if flags.contains(.live) {
      writeTap(place)
      wroteLive = true
    }
    if flags.contains(.disabled) { writeReasonReference() }
    write(flags.contains(.disabled) ? " disabled>" : ">")
  }

  /// Ends the label of a disclosure group.
  @usableFromInline
  mutating func closeDisclosureLabel(isExpanded: Bool?) {
    guard isExpanded != nil else { return write("</summary>") }
    write("</button>")
    writeReason()
  }
}
