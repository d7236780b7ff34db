/// Classes and attributes for the next element that a view writes.
public struct _AttributeModifier: _PrimitiveModifier {
  @usableFromInline let name: StaticString
  /// The value; nil for an attribute that has none.
  @usableFromInline let value: String?
  /// Whether there is the attribute at all; without it the view's type and place are the same.
  @usableFromInline let isOn: Bool

  @inlinable
  init(_ name: StaticString, _ value: String?, isOn: Bool = true) {
    self.name = name
    self.value = value
    self.isOn = isOn
  }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    let classes = renderer.classes.count
    let attributes = renderer.attributes.count
    if modifier.isOn, renderer.isWriting {
      renderer.pend(attribute: modifier.name, modifier.value)
    }
    Content._render(content, &renderer)
    renderer.dropPending(classes, attributes)
  }
}

extension View {
  /// Shows this only where the page's script does not run: what is for browsers without one, such as a button that
  /// applies a switch.
  public func onlyWithoutScript() -> some View { self.class("only-without-script") }
}

/// A class for the next element that a view writes.
public struct _ClassModifier: _PrimitiveModifier {
  @usableFromInline let name: StaticString

  @inlinable
  init(_ name: StaticString) { self.name = name }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    let classes = renderer.classes.count
    let attributes = renderer.attributes.count
    if renderer.isWriting {
      renderer.classes.append(byte: 0x20)
      renderer.classes.append(name: modifier.name)
    }
    Content._render(content, &renderer)
    renderer.dropPending(classes, attributes)
  }
}

extension Renderer {
  /// Takes back what no element used of what was pending.
  @inlinable
  mutating func dropPending(_ classes: Int, _ attributes: Int) {
    // An element inside uses up all that is pending, so there may be less than before.
    if self.classes.count > classes { self.classes.count = classes }
    if self.attributes.count > attributes { self.attributes.count = attributes }
  }

  /// Leaves an attribute for the next element, if it is a safe one.
  @usableFromInline
  mutating func pend(attribute name: StaticString, _ value: String?) {
    if AttributeRules.isClass(name) {
      guard let value, !value.isEmpty else { return }
      classes.append(byte: 0x20)
      classes.appendAttribute(value)
    } else {
      attributes.append(attribute: name, value)
    }
  }
}

extension View {
  /// Adds a class to the next element that the view writes.
  @inlinable
  public consuming func `class`(_ name: StaticString) -> Modified<Self, _ClassModifier> {
    Modified(self, _ClassModifier(name))
  }

  /// Adds classes, separated by spaces, to the next element that the view writes.
  @inlinable
  // A literal is a static name, which costs less.
  @_disfavoredOverload
  public consuming func `class`(_ names: String) -> Modified<Self, _AttributeModifier> {
    Modified(self, _AttributeModifier("class", names))
  }

  /// Adds an attribute to the next element that the view writes.
  ///
  /// `style` and event handlers (`on…`) are reported and left out: the page's policy forbids them.
  /// A URL with a scheme that runs code is reported and replaced.
  @inlinable
  public consuming func attribute(
    _ name: StaticString, _ value: String
  ) -> Modified<Self, _AttributeModifier> {
    Modified(self, _AttributeModifier(name, value))
  }

  /// Adds an attribute without a value, where `isOn`.
  @inlinable
  public consuming func attribute(
    _ name: StaticString, isOn: Bool = true
  ) -> Modified<Self, _AttributeModifier> {
    Modified(self, _AttributeModifier(name, nil, isOn: isOn))
  }

  /// Says to assistive technology what the view is, where what is seen says too little by itself.
  ///
  /// ```swift
  /// Button("Delete") { store.send(.deleteTapped(item.id)) }
  ///   .accessibilityLabel("Delete \(item.name)")
  /// ```
  ///
  /// The label begins with what is seen, so that who speaks to the browser can say that. Tests find the button
  /// by either.
  @inlinable
  public consuming func accessibilityLabel(_ label: String) -> Modified<Self, _LabelModifier> {
    Modified(self, _LabelModifier(label))
  }

  /// Says to assistive technology what happens when the view is used.
  @inlinable
  public consuming func accessibilityHint(_ hint: String) -> Modified<Self, _AttributeModifier> {
    Modified(self, _AttributeModifier("aria-description", hint))
  }

  /// Hides the view from assistive technology.
  @inlinable
  public consuming func accessibilityHidden(
    _ isHidden: Bool = true
  ) -> Modified<Self, _AttributeModifier> {
    Modified(self, _AttributeModifier("aria-hidden", "true", isOn: isHidden))
  }

  /// Hides the next element that the view writes; it keeps its place in the page.
  @inlinable
  public consuming func hidden(
    _ isHidden: Bool = true
  ) -> Modified<Self, _AttributeModifier> {
    Modified(self, _AttributeModifier("hidden", nil, isOn: isHidden))
  }
}

/// The name of what follows, for assistive technology; a field without a title shows it.
public struct _LabelModifier: _PrimitiveModifier {
  @usableFromInline let label: String

  @inlinable
  init(_ label: String) { self.label = label }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    let classes = renderer.classes.count
    let attributes = renderer.attributes.count
    if renderer.isWriting { renderer.pend(attribute: "aria-label", modifier.label) }
    Content._render(content, &renderer)
    renderer.dropPending(classes, attributes)
  }
}
