public import CairnTexts

/// A control with two buttons that decrement and increment a value.
///
/// ```swift
/// Stepper("Quantity", value: $item.quantity, in: 0...100)
///
/// Stepper(value: $item.quantity) {
///   Text("Quantity: \\(item.quantity)")
/// }
/// ```
///
/// With a title, the accessibility labels of the buttons are “Decrement Quantity” and “Increment Quantity”. With any
/// other label, the buttons are in a group that's named by the label.
public struct Stepper<Label: View>: _PrimitiveView {
  let label: Label
  /// The label's text, if the label is only a title.
  let title: String?
  let onIncrement: (() -> Void)?
  let onDecrement: (() -> Void)?

  private init(
    _ label: Label, title: String?, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?
  ) {
    self.label = label
    self.title = title
    self.onIncrement = onIncrement
    self.onDecrement = onDecrement
  }

  /// Creates a stepper with a closure for each button. A button without a closure is disabled.
  public init(
    @ViewBuilder label: () -> Label, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?
  ) {
    self.init(label(), title: nil, onIncrement: onIncrement, onDecrement: onDecrement)
  }

  /// Creates a stepper that changes `value` by `step`. Numbers stop at the limits of their type.
  public init<Value: Strideable>(
    value: Binding<Value>, step: Value.Stride = 1, @ViewBuilder label: () -> Label
  ) {
    let (up, down) = Self.steps(value, step)
    self.init(label(), title: nil, onIncrement: up, onDecrement: down)
  }

  /// Creates a stepper that changes `value` by `step` within `range`.
  public init<Value: Strideable>(
    value: Binding<Value>, in range: ClosedRange<Value>, step: Value.Stride = 1,
    @ViewBuilder label: () -> Label
  ) {
    let (up, down) = Self.steps(value, range, step)
    self.init(label(), title: nil, onIncrement: up, onDecrement: down)
  }

  private typealias Steps = (up: (() -> Void)?, down: (() -> Void)?)

  private static func steps<Value: Strideable>(
    _ value: Binding<Value>, _ step: Value.Stride
  ) -> Steps {
    (
      { value.wrappedValue = value.wrappedValue.stepped(.up, by: step) },
      { value.wrappedValue = value.wrappedValue.stepped(.down, by: step) }
    )
  }

  private static func steps<Value: Strideable>(
    _ value: Binding<Value>, _ range: ClosedRange<Value>, _ step: Value.Stride
  ) -> Steps {
    func move(_ direction: StepDirection) {
      let stepped = value.wrappedValue.stepped(direction, by: step)
      value.wrappedValue = min(max(stepped, range.lowerBound), range.upperBound)
    }
    let current = value.wrappedValue
    return (
      current < range.upperBound ? { move(.up) } : nil,
      current > range.lowerBound ? { move(.down) } : nil
    )
  }

  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let place = renderer.place
    let row = renderer.openRow()
    if renderer.isWriting {
      renderer.beginPart(place)
      renderer.open("<div", class: "field stepper")
      if view.title == nil {
        renderer.write(" role=\"group\" aria-labelledby=\"f-")
        renderer.write(id: place)
        renderer.write("\">")
        renderer.endTag()
        renderer.write("<span class=\"label\" id=\"f-")
        renderer.write(id: place)
        renderer.write("\">")
      } else {
        // If the title named a group, the group would have the same name as a field next to it.
        renderer.write("><span class=\"label\">")
      }
    }
    let outer = renderer.surrounding
    renderer.surrounding = .inline
    Label._render(view.label, &renderer)
    renderer.surrounding = outer
    if renderer.isWriting { renderer.write("</span>") }
    renderer.place = place
    let title = view.title ?? ""
    let (down, up) = (Place.mix(place, 14), Place.mix(place, 15))
    step(down, .decrement(title: title), "−", view.onDecrement, &renderer)
    step(up, .increment(title: title), "+", view.onIncrement, &renderer)
    switch (renderer.soughtControl, view.onDecrement, view.onIncrement) {
    case (down, nil, .some): renderer.state.otherStep = up
    case (up, .some, nil): renderer.state.otherStep = down
    default: break
    }
    if renderer.isWriting {
      renderer.write("</div>")
      renderer.endPart()
    }
    renderer.closeRow(row)
  }

  private static func step(
    _ id: UInt64, _ name: SystemText, _ sign: StaticString, _ action: (() -> Void)?,
    _ renderer: inout Renderer
  ) {
    if renderer.isWriting {
      renderer.write("<button aria-label=\"")
      renderer.write(attribute: renderer.state.texts[name])
      renderer.write("\"")
      if renderer.flags.contains(.live) {
        renderer.writeTap(id)
        renderer.wroteLive = true
      }
      let isDisabled = action == nil || renderer.flags.contains(.disabled)
      renderer.write(isDisabled ? " disabled>" : ">")
      renderer.write(sign)
      renderer.write("</button>")
    } else if renderer.wants(id) {
      // A user can type the range's limit and tap the button before the page disables it. The tap then has no effect.
      renderer.keepTap(id, action ?? {})
    }
  }
}

extension Stepper where Label == Text {
  /// Creates a stepper with a title and a closure for each button. A button without a closure is disabled.
  public init(_ title: LocalizedStringKey, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?) {
    self.init(title.string, onIncrement: onIncrement, onDecrement: onDecrement)
  }

  /// Creates a stepper with a title and a closure for each button. A button without a closure is disabled.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?
  ) {
    self.init(Text(title), title: String(title), onIncrement: onIncrement, onDecrement: onDecrement)
  }

  /// Creates a stepper with a title that changes `value` by `step`. Numbers stop at the limits of their type.
  public init<Value: Strideable>(
    _ title: LocalizedStringKey, value: Binding<Value>, step: Value.Stride = 1
  ) {
    self.init(title.string, value: value, step: step)
  }

  /// Creates a stepper with a title that changes `value` by `step`. Numbers stop at the limits of their type.
  @_disfavoredOverload
  public init<Value: Strideable>(
    _ title: some StringProtocol, value: Binding<Value>, step: Value.Stride = 1
  ) {
    let (up, down) = Self.steps(value, step)
    self.init(Text(title), title: String(title), onIncrement: up, onDecrement: down)
  }

  /// Creates a stepper with a title that changes `value` by `step` within `range`.
  public init<Value: Strideable>(
    _ title: LocalizedStringKey, value: Binding<Value>, in range: ClosedRange<Value>,
    step: Value.Stride = 1
  ) {
    self.init(title.string, value: value, in: range, step: step)
  }

  /// Creates a stepper with a title that changes `value` by `step` within `range`.
  @_disfavoredOverload
  public init<Value: Strideable>(
    _ title: some StringProtocol, value: Binding<Value>, in range: ClosedRange<Value>,
    step: Value.Stride = 1
  ) {
    let (up, down) = Self.steps(value, range, step)
    self.init(Text(title), title: String(title), onIncrement: up, onDecrement: down)
  }
}
