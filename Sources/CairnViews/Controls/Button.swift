/// A control that runs a closure when the user taps it.
///
/// In the page, a button has the ID of its place. A tap sends this ID, and the server runs the button that the
/// current view has at that place.
///
/// ```swift
/// Button("Delete", role: .destructive) { store.send(.deleteTapped) }
/// ```
public struct Button<Label: View>: _PrimitiveView {
  @usableFromInline let role: ButtonRole?
  @usableFromInline let action: () -> Void
  @usableFromInline let label: Label

  /// Creates a button with a custom label.
  @inlinable
  public init(
    role: ButtonRole? = nil, action: @escaping () -> Void, @ViewBuilder label: () -> Label
  ) {
    self.role = role
    self.action = action
    self.label = label()
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let id = renderer.place
    if renderer.isWriting {
      let row = renderer.openRow()
      renderer.openButton(id, view.role)
      let surrounding = renderer.surrounding
      renderer.surrounding = .inline
      Label._render(view.label, &renderer)
      renderer.surrounding = surrounding
      renderer.write("</button>")
      renderer.closeRow(row)
    } else if renderer.wants(id) {
      renderer.keepTap(id, isCancellation: view.role == .cancel, view.action)
    }
    renderer.noteButton(id, view.role)
  }

  func render(_ renderer: inout Renderer) { Self._render(self, &renderer) }
}

extension Button where Label == Text {
  /// Creates a button with a title.
  @inlinable
  public init(_ title: LocalizedStringKey, role: ButtonRole? = nil, action: @escaping () -> Void) {
    self.init(title.string, role: role, action: action)
  }

  /// Creates a button with a title.
  @inlinable
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, role: ButtonRole? = nil, action: @escaping () -> Void
  ) {
    self.role = role
    self.action = action
    label = Text(title)
  }
}

extension Renderer {
  @inlinable
  mutating func openButton(_ id: UInt64, _ role: ButtonRole?) {
    let isPlain = buttonStyle == .automatic && classes.count &+ attributes.count == 0
    if isPlain, flags.isDisjoint(with: .disabled), flags.contains(.live) {
      // This is the form of nearly all buttons on a page.
      switch role {
      case nil: write("<button name=\"~tap\" value=\"")
      case .destructive: write("<button class=\"destructive\" name=\"~tap\" value=\"")
      case .cancel: write("<button class=\"cancel\" name=\"~tap\" value=\"")
      }
      write(id: id)
      write("\">")
      wroteLive = true
      return
    }
    openSpecialButton(id, role)
  }

  @usableFromInline
  mutating func openSpecialButton(_ id: UInt64, _ role: ButtonRole?) {
    write("<button")
    writeButtonClass(role)
    if flags.contains(.live) {
      writeTap(id)
      wroteLive = true
    }
    write(flags.contains(.disabled) ? " disabled>" : ">")
    endTag()
  }

  private mutating func writeButtonClass(_ role: ButtonRole?) {
    var name: StaticString
    switch (buttonStyle, role) {
    case (.automatic, nil): name = ""
    case (.automatic, .destructive): name = "destructive"
    case (.automatic, .cancel): name = "cancel"
    case (.plain, nil): name = "plain"
    case (.plain, .destructive): name = "plain destructive"
    case (.plain, .cancel): name = "plain cancel"
    case (.bordered, nil): name = "bordered"
    case (.bordered, .destructive): name = "bordered destructive"
    case (.bordered, .cancel): name = "bordered cancel"
    case (.borderedProminent, nil): name = "prominent"
    case (.borderedProminent, .destructive): name = "prominent destructive"
    case (.borderedProminent, .cancel): name = "prominent cancel"
    }
    writePending(name)
  }

  /// Records what the layer must know about its buttons, such as its default action.
  @inlinable
  mutating func noteButton(_ id: UInt64, _ role: ButtonRole?) {
    if !flags.isDisjoint(with: [.defaultAction, .dismissing, .defaultFocus]) {
      noteSpecialButton(id, role)
    }
  }

  @usableFromInline
  mutating func noteSpecialButton(_ id: UInt64, _ role: ButtonRole?) {
    if flags.contains(.dismissing) {
      if state.layer.firstButton == nil { state.layer.firstButton = id }
      if role == .cancel, state.layer.cancelButton == nil { state.layer.cancelButton = id }
    }
    if flags.isDisjoint(with: [.disabled, .hidden]) { noteFocus(id) }
    if flags.contains(.defaultAction), !flags.contains(.disabled), !flags.contains(.hidden) {
      state.layer.defaultAction = id
    }
  }
}
