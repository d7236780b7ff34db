/// Two buttons that make a value smaller and larger.
public struct Stepper: _PrimitiveView {
  let title: String
  let onIncrement: (() -> Void)?
  let onDecrement: (() -> Void)?

  /// Two buttons with an effect of their own; one without is disabled.
  public init(
    _ title: String, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?
  ) {
    self.title = title
    self.onIncrement = onIncrement
    self.onDecrement = onDecrement
  }

  /// Two buttons that change `value` by `step`.
  public init<Value: Strideable>(
    _ title: String, value: Binding<Value>, step: Value.Stride = 1
  ) {
    self.init(
      title,
      onIncrement: { value.wrappedValue = value.wrappedValue.advanced(by: step) },
      onDecrement: { value.wrappedValue = value.wrappedValue.advanced(by: -step) })
  }

  /// Two buttons that change `value` by `step`, within `range`.
  public init<Value: Strideable>(
    _ title: String, value: Binding<Value>, in range: ClosedRange<Value>,
    step: Value.Stride = 1
  ) {
    let current = value.wrappedValue
    let up = {
      value.wrappedValue = min(range.upperBound, value.wrappedValue.advanced(by: step))
    }
    let down = {
      value.wrappedValue = max(range.lowerBound, value.wrappedValue.advanced(by: -step))
    }
    self.init(
      title,
      onIncrement: current < range.upperBound ? up : nil,
      onDecrement: current > range.lowerBound ? down : nil)
  }

  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let place = renderer.place
    let row = renderer.openRow()
    if renderer.isWriting {
      renderer.open("<div", class: "field stepper")
      renderer.write(" role=\"group\" aria-label=\"")
      renderer.write(attribute: view.title)
      renderer.write("\"><span class=\"label\">")
      renderer.write(text: view.title)
      renderer.write("</span>")
    }
    step(Place.mix(place, 14), "Decrement", "−", view.onDecrement, &renderer)
    step(Place.mix(place, 15), "Increment", "+", view.onIncrement, &renderer)
    if renderer.isWriting { renderer.write("</div>") }
    renderer.closeRow(row)
  }

  private static func step(
    _ id: UInt64, _ name: StaticString, _ sign: StaticString, _ action: (() -> Void)?,
    _ renderer: inout Renderer
  ) {
    let wasDisabled = renderer.flags.contains(.disabled)
    if action == nil { renderer.flags.insert(.disabled) }
    if renderer.isWriting {
      renderer.write("<button aria-label=\"")
      renderer.write(name)
      renderer.write("\"")
      if renderer.flags.contains(.live) {
        renderer.writeTap(id)
        renderer.wroteLive = true
      }
      renderer.write(renderer.flags.contains(.disabled) ? " disabled>" : ">")
      renderer.write(sign)
      renderer.write("</button>")
    } else if renderer.wants(id) {
      renderer.keepTap(id, action ?? {})
    }
    if !wasDisabled { renderer.flags.remove(.disabled) }
  }
}
