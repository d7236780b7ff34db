public import CairnTexts

/// A container that shows one of several views, with a tab bar.
///
/// The content consists of ``Tab`` views, or of views with `.tabItem { … }.tag(value)`.
public struct TabView<Selection: Hashable, Content: View>: _PrimitiveView {
  @usableFromInline let selection: Binding<Selection>
  @usableFromInline let content: Content

  /// Creates a tab view that shows the tab with the selected value.
  @inlinable
  public init(selection: Binding<Selection>, @ViewBuilder content: () -> Content) {
    self.selection = selection
    self.content = content()
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let row = renderer.openRow()
    let selection = view.selection
    let frame = renderer.openTabs(StableHash.of(selection.wrappedValue)) { value in
      if let value = value as? Selection { selection.wrappedValue = value }
    }
    let place = renderer.place
    Content._render(view.content, &renderer)
    renderer.place = place
    renderer.openTabContent(frame)
    Content._render(view.content, &renderer)
    renderer.closeTabs(frame)
    renderer.place = place
    renderer.closeRow(row)
  }
}

/// A tab of a ``TabView``.
public struct Tab<Value: Hashable, Content: View, Label: View>: _PrimitiveView {
  @usableFromInline let value: Value
  @usableFromInline let content: Content
  @usableFromInline let label: Label

  /// Creates a tab with a custom label.
  @inlinable
  public init(
    value: Value, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
  ) {
    self.value = value
    self.content = content()
    self.label = label()
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    renderer.enterTag(view.value, StableHash.of(view.value))
    renderer.renderTab(view.content, view.label)
    renderer.leaveTag()
  }
}

extension Tab where Label == Text {
  /// Creates a tab with a title.
  @inlinable
  public init(_ title: LocalizedStringKey, value: Value, @ViewBuilder content: () -> Content) {
    self.init(title.string, value: value, content: content)
  }

  /// Creates a tab with a title.
  @inlinable
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, value: Value, @ViewBuilder content: () -> Content
  ) {
    self.init(value: value, content: content, label: { Text(title) })
  }
}

/// A modifier that sets the label of a view in a tab bar.
public struct _TabItemModifier<Label: View>: _PrimitiveModifier {
  @usableFromInline let label: Label

  @inlinable
  init(_ label: Label) { self.label = label }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    renderer.renderTab(content, modifier.label)
  }
}

extension View {
  /// Sets the label for this view in the tab bar of the enclosing ``TabView``.
  ///
  /// Add ``View/tag(_:)`` after this modifier.
  @inlinable
  public func tabItem<Label: View>(
    @ViewBuilder _ label: () -> Label
  ) -> Modified<Self, _TabItemModifier<Label>> {
    Modified(self, _TabItemModifier(label()))
  }
}

extension Renderer {
  /// The values to restore at the end of a tab view.
  @usableFromInline
  struct TabFrame {
    let surrounding: Surrounding
    let choice: Choice
    let isWriting: Bool
  }

  /// Begins the bar of a tab view, in which only tabs write markup.
  @usableFromInline
  mutating func openTabs(_ selected: UInt64, _ select: @escaping (Any) -> Void) -> TabFrame {
    let frame = TabFrame(
      surrounding: surrounding, choice: state.choice, isWriting: isWriting)
    if isWriting {
      write("<nav class=\"tabs\" aria-label=\"")
      // Users who jump between landmarks must be able to distinguish nested tab bars.
      write(attribute: state.texts[.tabs(level: state.tabDepth + 1)])
      write("\">")
    }
    state.choice = Choice()
    state.choice.selected = selected
    state.choice.select = select
    surrounding = .tabs
    return frame
  }

  /// Ends the bar, and begins the content of the selected tab.
  @usableFromInline
  mutating func openTabContent(_ frame: TabFrame) {
    if isWriting { write("</nav>") }
    state.tabDepth += 1
    surrounding = .tabContent
  }

  @usableFromInline
  mutating func closeTabs(_ frame: TabFrame) {
    state.tabDepth -= 1
    state.choice = frame.choice
    surrounding = frame.surrounding
  }

  /// Begins a view with a tag.
  @usableFromInline
  mutating func enterTag(_ value: Any, _ hash: UInt64) {
    state.choice.tag = hash
    state.choice.value = value
  }

  /// Ends a view with a tag.
  @usableFromInline
  mutating func leaveTag() {
    state.choice.tag = nil
    state.choice.value = nil
  }

  /// Writes a tab's button in the bar, or the content of the selected tab.
  @inlinable
  mutating func renderTab<Content: View, Label: View>(_ content: Content, _ label: Label) {
    let place = place
    if surrounding == .tabs {
      let id = Place.mix(place, 16)
      if isWriting {
        openTab(id)
        surrounding = .inline
        Label._render(label, &self)
        surrounding = .tabs
        write("</button>")
      } else if wants(id) {
        keepTab(id)
      }
    } else if surrounding == .tabContent, isSelectedTab {
      self.place = Place.mix(place, 17)
      enterTabContent(content)
    }
    self.place = place
  }

  @inlinable
  mutating func enterTabContent<Content: View>(_ content: Content) {
    let choice = state.choice
    surrounding = .block
    Content._render(content, &self)
    surrounding = .tabContent
    state.choice = choice
  }

  @usableFromInline
  var isSelectedTab: Bool { state.choice.tag == state.choice.selected }

  @usableFromInline
  mutating func openTab(_ id: UInt64) {
    open("<button")
    if flags.contains(.live) {
      writeTap(id)
      wroteLive = true
    }
    if isSelectedTab { write(" aria-current=\"page\"") }
    write(flags.contains(.disabled) ? " disabled>" : ">")
    endTag()
  }

  @usableFromInline
  mutating func keepTab(_ id: UInt64) {
    guard let select = state.choice.select, let value = state.choice.value else { return }
    keepTap(id) { select(value) }
  }
}
