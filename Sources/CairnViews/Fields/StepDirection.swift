/// Which way a step goes.
enum StepDirection {
  case up, down

  /// Whether the value becomes smaller.
  func lessens<Stride: SignedNumeric & Comparable>(_ step: Stride) -> Bool {
    (self == .down) == (step > .zero)
  }
}

extension Strideable {
  /// The value one step further. Numbers stop at the ends of their type, where the sum would overflow or
  /// become infinite; of other types it is what they make of it.
  func stepped(_ direction: StepDirection, by step: Stride) -> Self {
    if let integer = self as? any FixedWidthInteger, let step = step as? Int {
      return integer.saturating(step, lessens: direction.lessens(step)) as? Self ?? self
    }
    let stepped = advanced(by: direction == .up ? step : -step)
    guard let number = stepped as? any FloatingPoint, number.isInfinite else { return stepped }
    return number.largestFinite as? Self ?? stepped
  }
}

extension FixedWidthInteger {
  /// The value, and the step's magnitude more or less; the last that there is where that is beyond it.
  fileprivate func saturating(_ step: Int, lessens: Bool) -> Self {
    guard let amount = Self(exactly: step.magnitude) else {
      // Narrower than the step, so that neither of them comes near the ends here.
      let amount = Int128(step.magnitude)
      return Self(clamping: Int128(self) + (lessens ? -amount : amount))
    }
    let (value, isBeyond) =
      lessens ? subtractingReportingOverflow(amount) : addingReportingOverflow(amount)
    guard isBeyond else { return value }
    return lessens ? .min : .max
  }
}

extension FloatingPoint {
  /// The finite number of the same sign that is furthest from zero.
  fileprivate var largestFinite: Self {
    self < 0 ? -Self.greatestFiniteMagnitude : Self.greatestFiniteMagnitude
  }
}
