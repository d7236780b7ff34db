import CairnTexts

/// A control to choose a number from a range.
///
/// ```swift
/// Slider(value: $settings.volume, in: 0...100, step: 5) {
///   Text("Volume")
/// } minimumValueLabel: {
///   Text("Quiet")
/// } maximumValueLabel: {
///   Text("Loud")
/// }
/// ```
///
/// The number is shown after the slider, in the user's locale. With the script, it changes when the user releases the
/// slider. Without the script, it's written with the next tap in the slider's layer, like other fields.
///
/// A bound value outside the range, or between two steps, is shown as the nearest possible number. It's written to the
/// binding only if the user moves the slider. Without a label, set ``View/accessibilityLabel(_:)``.
public struct Slider<Label: View, ValueLabel: View>: _PrimitiveView {
  let label: Label
  let minimumValueLabel: ValueLabel
  let maximumValueLabel: ValueLabel
  let value: Binding<Double>
  let limits: NumberLimits<Double>

  private init<Value: BinaryFloatingPoint>(
    _ value: Binding<Value>, _ range: ClosedRange<Value>, _ step: Value?, _ label: Label,
    _ minimumValueLabel: ValueLabel, _ maximumValueLabel: ValueLabel
  ) {
    self.label = label
    self.minimumValueLabel = minimumValueLabel
    self.maximumValueLabel = maximumValueLabel
    self.value = Binding(
      get: { Double(value.wrappedValue) }, set: { value.wrappedValue = Value($0) })
    limits = NumberLimits(
      range: Double(range.lowerBound)...Double(range.upperBound), step: step.map { Double($0) })
  }

  /// Creates a slider with labels at its ends.
  /// - Parameters:
  ///   - value: The number.
  ///   - bounds: The possible numbers.
  ///   - label: The label of the slider.
  ///   - minimumValueLabel: A short text before the slider.
  ///   - maximumValueLabel: A short text after the slider.
  public init<Value: BinaryFloatingPoint>(
    value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder minimumValueLabel: () -> ValueLabel,
    @ViewBuilder maximumValueLabel: () -> ValueLabel
  ) {
    self.init(value, bounds, nil, label(), minimumValueLabel(), maximumValueLabel())
  }

  /// Creates a slider with steps and with labels at its ends.
  /// - Parameters:
  ///   - value: The number.
  ///   - bounds: The range of the possible numbers.
  ///   - step: The distance between the possible numbers, which begin with the lower bound. A step that isn't positive
  ///     is ignored.
  ///   - label: The label of the slider.
  ///   - minimumValueLabel: A short text before the slider.
  ///   - maximumValueLabel: A short text after the slider.
  public init<Value: BinaryFloatingPoint>(
    value: Binding<Value>, in bounds: ClosedRange<Value>, step: Value.Stride = 1,
    @ViewBuilder label: () -> Label, @ViewBuilder minimumValueLabel: () -> ValueLabel,
    @ViewBuilder maximumValueLabel: () -> ValueLabel
  ) where Value.Stride: BinaryFloatingPoint {
    self.init(value, bounds, Value(step), label(), minimumValueLabel(), maximumValueLabel())
  }

  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let id = renderer.place
    renderer.noteField()
    if renderer.isWriting {
      view.write(id, &renderer)
    } else if renderer.wants(id) {
      let (value, limits) = (view.value, view.limits)
      renderer.keepField(
        id, isReadable: true,
        current: { NumberFormat<Double>.text(limits.nearest(value.wrappedValue)) },
        objection: { typed in objection(to: typed, limits) },
        write: { typed in
          if let message = objection(to: typed, limits) { return .refused(message) }
          guard let number = Double(typed.trimmed),
            number != limits.nearest(value.wrappedValue)
          else { return .unchanged }
          value.wrappedValue = limits.nearest(number)
          return .applied
        })
    }
  }

  /// Returns the reason that a submitted text can't be chosen. Browsers submit only possible numbers, unless they show
  /// a text field.
  private static func objection(to typed: String, _ limits: NumberLimits<Double>) -> UserText? {
    let typed = typed.trimmed
    guard !typed.isEmpty else { return .system(.enterNumber) }
    guard let number = Double(typed), number.isFinite else {
      return .system(.notNumber(typed.shortened))
    }
    return limits.objection(to: number, in: .current).map { .system($0) }
  }

  private func write(_ id: UInt64, _ renderer: inout Renderer) {
    let number = limits.nearest(value.wrappedValue)
    let bound = NumberFormat<Double>.text(number)
    let isHidden = renderer.flags.contains(.labelsHidden)
    let row = renderer.openRow()
    // The unit is after the number, and not at the end of the field.
    let unit = renderer.state.notes.unit
    renderer.state.notes.unit = nil
    renderer.openField(id, title: nil, class: "slider")
    renderer.state.notes.unit = unit
    let outer = renderer.surrounding
    if !(Label.self is EmptyView.Type) {
      // Attributes of modifiers are for the input, not for elements in the label.
      var classes = ByteBuffer()
      var attributes = ByteBuffer()
      swap(&classes, &renderer.classes)
      swap(&attributes, &renderer.attributes)
      renderer.surrounding = .inline
      renderer.write(isHidden ? "<label class=\"hidden\" for=\"f-" : "<label for=\"f-")
      renderer.write(id: id)
      renderer.write("\">")
      renderer.place = Place.mix(id, 14)
      Label._render(label, &renderer)
      renderer.write("</label>")
      renderer.place = id
      renderer.surrounding = outer
      swap(&classes, &renderer.classes)
      swap(&attributes, &renderer.attributes)
    }
    renderer.open("<input", class: "input")
    renderer.writeField(id, check: bound)
    renderer.write(" type=\"range\"")
    if let range = limits.range {
      renderer.write(" min=\"")
      renderer.write(attribute: NumberFormat<Double>.text(range.lowerBound))
      renderer.write("\" max=\"")
      renderer.write(attribute: NumberFormat<Double>.text(range.upperBound))
      renderer.write("\"")
    }
    renderer.write(" step=\"")
    renderer.write(attribute: limits.size.map { NumberFormat<Double>.text($0) } ?? "any")
    renderer.write("\"")
    renderer.writeValue(id, bound: bound)
    renderer.closeInput(id, prompt: nil)
    renderer.surrounding = .inline
    // Screen readers read the slider's own value.
    renderer.write("<span class=\"value\" aria-hidden=\"true\">")
    renderer.write(text: NumberSymbols.current.text(limits.shortText(of: number)))
    if unit != nil {
      renderer.write(" ")
      renderer.writeUnit(id)
      renderer.state.notes.unit = nil
    }
    renderer.write("</span>")
    if !(ValueLabel.self is EmptyView.Type) {
      renderer.write("<span class=\"end\">")
      renderer.place = Place.mix(id, 15)
      ValueLabel._render(minimumValueLabel, &renderer)
      renderer.write("</span><span class=\"end\">")
      renderer.place = Place.mix(id, 16)
      ValueLabel._render(maximumValueLabel, &renderer)
      renderer.write("</span>")
    }
    renderer.place = id
    renderer.surrounding = outer
    renderer.closeField(id)
    renderer.state.notes.unit = unit
    renderer.closeRow(row)
  }
}

extension Slider where ValueLabel == EmptyView {
  /// Creates a slider with a label.
  /// - Parameters:
  ///   - value: The number.
  ///   - bounds: The possible numbers.
  ///   - label: The label of the slider.
  public init<Value: BinaryFloatingPoint>(
    value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1, @ViewBuilder label: () -> Label
  ) {
    self.init(value, bounds, nil, label(), EmptyView(), EmptyView())
  }

  /// Creates a slider with steps and a label.
  /// - Parameters:
  ///   - value: The number.
  ///   - bounds: The range of the possible numbers.
  ///   - step: The distance between the possible numbers, which begin with the lower bound. A step that isn't positive
  ///     is ignored.
  ///   - label: The label of the slider.
  public init<Value: BinaryFloatingPoint>(
    value: Binding<Value>, in bounds: ClosedRange<Value>, step: Value.Stride = 1,
    @ViewBuilder label: () -> Label
  ) where Value.Stride: BinaryFloatingPoint {
    self.init(value, bounds, Value(step), label(), EmptyView(), EmptyView())
  }
}

extension Slider where Label == EmptyView, ValueLabel == EmptyView {
  /// Creates a slider without a visible label. Set ``View/accessibilityLabel(_:)``.
  public init<Value: BinaryFloatingPoint>(
    value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1
  ) {
    self.init(value, bounds, nil, EmptyView(), EmptyView(), EmptyView())
  }

  /// Creates a slider with steps and without a visible label. Set ``View/accessibilityLabel(_:)``.
  public init<Value: BinaryFloatingPoint>(
    value: Binding<Value>, in bounds: ClosedRange<Value>, step: Value.Stride = 1
  ) where Value.Stride: BinaryFloatingPoint {
    self.init(value, bounds, Value(step), EmptyView(), EmptyView(), EmptyView())
  }
}
