/// A modifier that adds a class or an attribute to the next element that a view writes.
public struct _AttributeModifier: _PrimitiveModifier {
  @usableFromInline let name: StaticString
  /// The value, or `nil` for an attribute without a value.
  @usableFromInline let value: String?
  /// Whether the attribute is written. The view's type and place don't depend on it.
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
  /// Shows the view only if the page's script isn't running.
  ///
  /// Use it for controls that are only necessary without the script, such as a button that applies a toggle.
  public func noscript() -> some View { self.class("only-without-script") }
}

/// A modifier that adds a class to the next element that a view writes.
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
  /// Removes pending classes and attributes that weren't used by an element.
  @inlinable
  mutating func dropPending(_ classes: Int, _ attributes: Int) {
    // An element uses all pending classes and attributes, so there may be fewer than before.
    if self.classes.count > classes { self.classes.count = classes }
    if self.attributes.count > attributes { self.attributes.count = attributes }
  }

  /// Adds an attribute to the next element, if the attribute is safe.
  @usableFromInline
  mutating func pend(attribute name: StaticString, _ value: String?) {
    if AttributeRules.isClass(name) {
      guard let value, !value.isEmpty else { return }
      classes.append(byte: 0x20)
      classes.appendAttribute(value)
    } else if attributes.count == 0 || !attributes.hasAttribute(name) {
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
  /// The attribute replaces the one that the view itself writes with the same name. For example, you can change the
  /// `type` of a ``TextField``. The type of a ``Toggle`` or a ``FileField`` can't be changed.
  ///
  /// `style` and event handlers (`on…`) are omitted, and an issue is reported, because the page's Content Security
  /// Policy forbids them. A URL with an unknown scheme, which could run code, is replaced and reported.
  @inlinable
  public consuming func attribute(
    _ name: StaticString, _ value: String
  ) -> Modified<Self, _AttributeModifier> {
    Modified(self, _AttributeModifier(name, value))
  }

  /// Adds an attribute without a value to the next element that the view writes.
  /// - Parameters:
  ///   - name: The name of the attribute.
  ///   - isOn: Whether the attribute is added.
  @inlinable
  public consuming func attribute(
    _ name: StaticString, isOn: Bool = true
  ) -> Modified<Self, _AttributeModifier> {
    Modified(self, _AttributeModifier(name, nil, isOn: isOn))
  }

  /// Adds a label for assistive technology, for views whose visible text isn't sufficient.
  ///
  /// ```swift
  /// Button("Delete") { store.send(.deleteTapped(item.id)) }
  ///   .accessibilityLabel("Delete \(item.name)")
  /// ```
  ///
  /// Begin the label with the visible text, so that users of speech input can say that text. Tests find a button by
  /// its visible text or by its label.
  @inlinable
  public consuming func accessibilityLabel(_ label: LocalizedStringKey) -> Modified<
    Self, _LabelModifier
  > {
    accessibilityLabel(label.string)
  }

  /// Adds a label for assistive technology, for views whose visible text isn't sufficient.
  ///
  /// ```swift
  /// Button("Delete") { store.send(.deleteTapped(item.id)) }
  ///   .accessibilityLabel("Delete \(item.name)")
  /// ```
  ///
  /// Begin the label with the visible text, so that users of speech input can say that text. Tests find a button by
  /// its visible text or by its label.
  @inlinable
  @_disfavoredOverload
  public consuming func accessibilityLabel(_ label: String) -> Modified<Self, _LabelModifier> {
    Modified(self, _LabelModifier(label))
  }

  /// Adds a description for assistive technology of what happens when the view is used.
  @inlinable
  public consuming func accessibilityHint(_ hint: LocalizedStringKey) -> Modified<
    Self, _AttributeModifier
  > {
    accessibilityHint(hint.string)
  }

  /// Adds a description for assistive technology of what happens when the view is used.
  @inlinable
  @_disfavoredOverload
  public consuming func accessibilityHint(_ hint: String) -> Modified<Self, _AttributeModifier> {
    Modified(self, _AttributeModifier("aria-description", hint))
  }

  /// Hides the view from assistive technology.
  /// - Parameter isHidden: Whether the view is hidden.
  @inlinable
  public consuming func accessibilityHidden(
    _ isHidden: Bool = true
  ) -> Modified<Self, _AttributeModifier> {
    Modified(self, _AttributeModifier("aria-hidden", "true", isOn: isHidden))
  }

  /// Hides the next element that the view writes. The IDs of the view's controls don't change.
  /// - Parameter isHidden: Whether the element is hidden.
  @inlinable
  public consuming func hidden(
    _ isHidden: Bool = true
  ) -> Modified<Self, _AttributeModifier> {
    Modified(self, _AttributeModifier("hidden", nil, isOn: isHidden))
  }
}

/// A modifier that adds a label for assistive technology. A field without a title shows this label.
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
