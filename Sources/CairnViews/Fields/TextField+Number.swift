public import CairnTexts

extension TextField {
  /// Creates a field for a whole number.
  /// - Parameters:
  ///   - title: The label of the field.
  ///   - value: The number.
  ///   - range: The numbers that are accepted. For other numbers, the field shows a message.
  ///   - step: The distance between the accepted numbers, which begin with the lower bound of the range, or with 0. A
  ///     step that isn't positive is ignored.
  ///   - format: The format of the number.
  ///   - prompt: The text that's shown in the empty field.
  public init(
    _ title: LocalizedStringKey, value: Binding<Int>, in range: ClosedRange<Int>? = nil,
    step: Int? = nil, format: NumberFormat<Int> = .number, prompt: LocalizedStringKey? = nil
  ) {
    self.init(
      title.string, value: value, in: range, step: step, format: format, prompt: prompt)
  }

  /// Creates a field for a whole number.
  /// - Parameters:
  ///   - title: The label of the field.
  ///   - value: The number.
  ///   - range: The numbers that are accepted. For other numbers, the field shows a message.
  ///   - step: The distance between the accepted numbers, which begin with the lower bound of the range, or with 0. A
  ///     step that isn't positive is ignored.
  ///   - format: The format of the number.
  ///   - prompt: The text that's shown in the empty field.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, value: Binding<Int>, in range: ClosedRange<Int>? = nil,
    step: Int? = nil, format: NumberFormat<Int> = .number, prompt: LocalizedStringKey? = nil
  ) {
    let limits = NumberLimits(range: range, step: step)
    self.init(
      String(title), prompt?.string, inputMode: limits.inputMode, value,
      text: Self.text, parse: { try Self.wholeNumber($0, within: limits) })
  }

  /// Creates a field for an optional whole number. Empty text or white space is `nil`.
  /// - Parameters:
  ///   - title: The label of the field.
  ///   - value: The number.
  ///   - range: The numbers that are accepted. For other numbers, the field shows a message.
  ///   - step: The distance between the accepted numbers, which begin with the lower bound of the range, or with 0. A
  ///     step that isn't positive is ignored.
  ///   - format: The format of the number.
  ///   - prompt: The text that's shown in the empty field.
  public init(
    _ title: LocalizedStringKey, value: Binding<Int?>, in range: ClosedRange<Int>? = nil,
    step: Int? = nil, format: NumberFormat<Int> = .number, prompt: LocalizedStringKey? = nil
  ) {
    self.init(
      title.string, value: value, in: range, step: step, format: format, prompt: prompt)
  }

  /// Creates a field for an optional whole number. Empty text or white space is `nil`.
  /// - Parameters:
  ///   - title: The label of the field.
  ///   - value: The number.
  ///   - range: The numbers that are accepted. For other numbers, the field shows a message.
  ///   - step: The distance between the accepted numbers, which begin with the lower bound of the range, or with 0. A
  ///     step that isn't positive is ignored.
  ///   - format: The format of the number.
  ///   - prompt: The text that's shown in the empty field.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, value: Binding<Int?>, in range: ClosedRange<Int>? = nil,
    step: Int? = nil, format: NumberFormat<Int> = .number, prompt: LocalizedStringKey? = nil
  ) {
    let limits = NumberLimits(range: range, step: step)
    self.init(
      String(title), prompt?.string, inputMode: limits.inputMode, orNone: value,
      text: Self.text, parse: { try Self.wholeNumber($0, within: limits) })
  }

  /// Creates a field for a number.
  /// - Parameters:
  ///   - title: The label of the field.
  ///   - value: The number.
  ///   - range: The numbers that are accepted. For other numbers, the field shows a message.
  ///   - step: The distance between the accepted numbers, which begin with the lower bound of the range, or with 0. A
  ///     step that isn't positive is ignored.
  ///   - format: The format of the number.
  ///   - prompt: The text that's shown in the empty field.
  public init(
    _ title: LocalizedStringKey, value: Binding<Double>, in range: ClosedRange<Double>? = nil,
    step: Double? = nil, format: NumberFormat<Double> = .number, prompt: LocalizedStringKey? = nil
  ) {
    self.init(
      title.string, value: value, in: range, step: step, format: format, prompt: prompt)
  }

  /// Creates a field for a number.
  /// - Parameters:
  ///   - title: The label of the field.
  ///   - value: The number.
  ///   - range: The numbers that are accepted. For other numbers, the field shows a message.
  ///   - step: The distance between the accepted numbers, which begin with the lower bound of the range, or with 0. A
  ///     step that isn't positive is ignored.
  ///   - format: The format of the number.
  ///   - prompt: The text that's shown in the empty field.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, value: Binding<Double>, in range: ClosedRange<Double>? = nil,
    step: Double? = nil, format: NumberFormat<Double> = .number, prompt: LocalizedStringKey? = nil
  ) {
    let limits = NumberLimits(range: range, step: step)
    self.init(
      String(title), prompt?.string, inputMode: limits.inputMode, value,
      text: Self.text, parse: { try Self.number($0, within: limits) })
  }

  /// Creates a field for an optional number. Empty text or white space is `nil`.
  /// - Parameters:
  ///   - title: The label of the field.
  ///   - value: The number.
  ///   - range: The numbers that are accepted. For other numbers, the field shows a message.
  ///   - step: The distance between the accepted numbers, which begin with the lower bound of the range, or with 0. A
  ///     step that isn't positive is ignored.
  ///   - format: The format of the number.
  ///   - prompt: The text that's shown in the empty field.
  public init(
    _ title: LocalizedStringKey, value: Binding<Double?>, in range: ClosedRange<Double>? = nil,
    step: Double? = nil, format: NumberFormat<Double> = .number, prompt: LocalizedStringKey? = nil
  ) {
    self.init(
      title.string, value: value, in: range, step: step, format: format, prompt: prompt)
  }

  /// Creates a field for an optional number. Empty text or white space is `nil`.
  /// - Parameters:
  ///   - title: The label of the field.
  ///   - value: The number.
  ///   - range: The numbers that are accepted. For other numbers, the field shows a message.
  ///   - step: The distance between the accepted numbers, which begin with the lower bound of the range, or with 0. A
  ///     step that isn't positive is ignored.
  ///   - format: The format of the number.
  ///   - prompt: The text that's shown in the empty field.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, value: Binding<Double?>, in range: ClosedRange<Double>? = nil,
    step: Double? = nil, format: NumberFormat<Double> = .number, prompt: LocalizedStringKey? = nil
  ) {
    let limits = NumberLimits(range: range, step: step)
    self.init(
      String(title), prompt?.string, inputMode: limits.inputMode, orNone: value,
      text: Self.text, parse: { try Self.number($0, within: limits) })
  }
}
