/// The direction of a step.
enum StepDirection {
  case up, down

  /// Returns whether a step in this direction makes the value smaller.
  func lessens<Stride: SignedNumeric & Comparable>(_ step: Stride) -> Bool {
    (self == .down) == (step > .zero)
  }
}

extension Strideable {
  /// Returns the value after one step.
  ///
  /// Numbers stop at the limits of their type if the sum would overflow or become infinite. Other types define the
  /// result themselves.
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
  /// Returns the sum or difference of the value and the step's magnitude, clamped to the range of the type.
  fileprivate func saturating(_ step: Int, lessens: Bool) -> Self {
    guard let amount = Self(exactly: step.magnitude) else {
      // This type is narrower than the step, so neither value can overflow an `Int128`.
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
  /// The finite number of the same sign that's furthest from zero.
  fileprivate var largestFinite: Self {
    self < 0 ? -Self.greatestFiniteMagnitude : Self.greatestFiniteMagnitude
  }
}
