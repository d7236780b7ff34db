/// A button that opens a list of other controls.
///
/// ```swift
/// Menu("Options") {
///   Button("Duplicate") { store.send(.duplicateTapped) }
///   Button("Delete", role: .destructive) { store.send(.deleteTapped) }
/// }
/// ```
///
/// The browser opens and closes the list, also without JavaScript, so no state changes. A tap on one of the controls
/// closes it, and so do Escape and a click elsewhere. The focus then returns to the button. If the page changes while
/// the list is open, the list stays open.
///
/// In browsers without the `popover` attribute, the list is always visible.
public struct Menu<Label: View, Content: View>: _PrimitiveView {
  @usableFromInline let label: Label
  @usableFromInline let content: Content

  /// Creates a menu with a custom label.
  /// - Parameters:
  ///   - content: The controls in the menu, such as buttons, links, and dividers.
  ///   - label: The label of the button that opens the menu.
  @inlinable
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.content = content()
    self.label = label()
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let place = renderer.place
    let row = renderer.openRow()
    let (surrounding, buttonStyle) = (renderer.surrounding, renderer.buttonStyle)
    if renderer.isWriting {
      renderer.openMenu(place)
      renderer.surrounding = .inline
      Label._render(view.label, &renderer)
      renderer.openMenuItems(place)
    }
    renderer.surrounding = .block
    renderer.buttonStyle = .automatic
    renderer.place = Place.mix(place, 41)
    let taps = renderer.tapCount
    Content._render(view.content, &renderer)
    renderer.place = place
    (renderer.surrounding, renderer.buttonStyle) = (surrounding, buttonStyle)
    if renderer.isWriting {
      renderer.write("</div></div>")
    } else {
      renderer.noteMenu(place, taps)
    }
    renderer.closeRow(row)
  }
}

extension Menu where Label == Text {
  /// Creates a menu with a title.
  @inlinable
  public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(title.string, content: content)
  }

  /// Creates a menu with a title.
  @inlinable
  @_disfavoredOverload
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content, label: { Text(title) })
  }
}

extension Menu where Label == CairnViews.Label<Text, Image> {
  /// Creates a menu with a title and an icon before it.
  @inlinable
  public init(_ title: LocalizedStringKey, icon: Icon, @ViewBuilder content: () -> Content) {
    self.init(title.string, icon: icon, content: content)
  }

  /// Creates a menu with a title and an icon before it.
  @inlinable
  @_disfavoredOverload
  public init(_ title: some StringProtocol, icon: Icon, @ViewBuilder content: () -> Content) {
    self.init(content: content, label: { CairnViews.Label(title, icon: icon) })
  }
}

extension Renderer {
  /// Begins a menu and the button that opens it.
  @usableFromInline
  mutating func openMenu(_ place: UInt64) {
    write("<div class=\"menu\"><button type=\"button\"")
    writeButtonClass(nil)
    // The script and the server find controls with such an ID, so the focus can return to the button.
    write(" id=\"f-")
    write(id: place)
    write("\" popovertarget=\"m-")
    writeMenuID(place)
    write("\"")
    if flags.contains(.disabled) { writeReasonReference() }
    write(flags.contains(.disabled) ? " disabled>" : ">")
    endTag()
  }

  /// Ends the button of a menu, and begins the list.
  @usableFromInline
  mutating func openMenuItems(_ place: UInt64) {
    write("</button>")
    // The list of a disabled menu can't be opened, so the reason can't be in it.
    writeReason()
    write("<div class=\"items\" id=\"m-")
    writeMenuID(place)
    write("\" popover>")
    if state.usedMenu?.place == place { state.usedMenus += 1 }
  }

  private mutating func writeMenuID(_ place: UInt64) {
    out.append(hex: state.usedMenu.flatMap { $0.place == place ? $0.id : nil } ?? place)
  }

  /// Records that a menu contains the wanted button.
  @usableFromInline
  mutating func noteMenu(_ place: UInt64, _ tapsBefore: Int) {
    if state.taps.count > tapsBefore, state.menu == 0 { state.menu = place }
  }
}
