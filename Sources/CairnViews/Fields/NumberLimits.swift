import CairnTexts

/// The numbers that a field accepts.
struct NumberLimits<Value: Comparable & Sendable>: Sendable {
  /// The range of the numbers, or `nil` for all numbers.
  let range: ClosedRange<Value>?
  /// The distance between the numbers, beginning with the lower bound of the range or 0, or `nil` for all numbers.
  let step: Value?

  /// Returns the reason that a number isn't accepted, or `nil` if it's accepted.
  /// - Parameters:
  ///   - neighbors: Returns the nearest accepted numbers, or `nil` if the number is one of them.
  ///   - text: Returns the text of a number, for the message.
  fileprivate func objection(
    to value: Value, neighbors: () -> (below: Value, above: Value)?, text: (Value) -> String
  ) -> SystemText? {
    if let range {
      if value < range.lowerBound { return .numberBelowMinimum(text(range.lowerBound)) }
      if value > range.upperBound { return .numberAboveMaximum(text(range.upperBound)) }
    }
    guard let (below, above) = neighbors() else { return nil }
    // The range may end between two steps.
    if let range, above > range.upperBound { return .numberAboveMaximum(text(below)) }
    return .numberBetweenSteps(below: text(below), above: text(above))
  }
}

extension NumberLimits<Int> {
  /// Returns the reason that a number isn't accepted, or `nil` if it's accepted.
  func objection(to value: Int, in symbols: NumberSymbols) -> SystemText? {
    objection(
      to: value, neighbors: { neighbors(of: value) }, text: { symbols.text(String($0)) })
  }

  private func neighbors(of value: Int) -> (below: Int, above: Int)? {
    guard let step, step > 0 else { return nil }
    // The distance from the first number can be larger than `Int.max`.
    let distance = Int128(value) - Int128(range?.lowerBound ?? 0)
    let rest = (distance % Int128(step) + Int128(step)) % Int128(step)
    guard rest != 0 else { return nil }
    let below = Int128(value) - rest
    return (Int(clamping: below), Int(clamping: below + Int128(step)))
  }
}

extension NumberLimits<Double> {
  /// Returns the reason that a number isn't accepted, or `nil` if it's accepted.
  func objection(to value: Double, in symbols: NumberSymbols) -> SystemText? {
    objection(
      to: value, neighbors: { neighbors(of: value) },
      text: { symbols.text(NumberFormat<Double>.text($0)) })
  }

  private var first: Double { range?.lowerBound ?? 0 }

  /// The step, if it's usable.
  var size: Double? {
    guard let step, step > 0, step.isFinite else { return nil }
    return step
  }

  private func neighbors(of value: Double) -> (below: Double, above: Double)? {
    guard let size else { return nil }
    let count = (value - first) / size
    // Decimal fractions such as 0.1 aren't exact.
    guard count.isFinite, abs(count - count.rounded()) > 1e-6 else { return nil }
    return (number(count.rounded(.down)), number(count.rounded(.up)))
  }

  /// Returns the number after a number of steps, without the error of its binary fraction.
  private func number(_ count: Double) -> Double {
    let sum = first + count * (size ?? 0)
    let digits = max(first.fractionDigits, size?.fractionDigits ?? 0)
    guard digits <= 15 else { return sum }
    var power = 1.0
    for _ in 0..<digits { power *= 10 }
    let scaled = (sum * power).rounded()
    return scaled.isFinite ? scaled / power : sum
  }

  /// Returns the text of a number in Swift. Without a step, it's rounded to about a thousandth of the range.
  func shortText(of number: Double) -> String {
    NumberFormat<Double>.text(size == nil ? rounded(number, parts: 1000) : number)
  }

  /// Returns a number with only the decimal places that a fraction of the range needs.
  private func rounded(_ number: Double, parts: Double) -> Double {
    guard let range else { return number }
    var unit = (range.upperBound - range.lowerBound) / parts
    var power = 1.0
    while unit > 0, unit < 1, power < 1e15 {
      unit *= 10
      power *= 10
    }
    let scaled = (number * power).rounded()
    return scaled.isFinite ? scaled / power : number
  }

  /// Returns the accepted number that's nearest to a number, as a browser's slider does.
  func nearest(_ value: Double) -> Double {
    let range = range ?? -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    let value = value.isNaN ? range.lowerBound : value
    let inRange = min(max(value, range.lowerBound), range.upperBound)
    guard let size else {
      // Browsers submit fewer digits than a binary fraction such as the sum of 0.1 and 0.2 has.
      return min(max(rounded(inRange, parts: 1e6), range.lowerBound), range.upperBound)
    }
    let count = (inRange - first) / size
    guard count.isFinite else { return inRange }
    let nearest = number(count.rounded())
    return nearest > range.upperBound
      ? max(number(count.rounded(.down)), range.lowerBound) : nearest
  }
}

extension Double {
  /// The number of digits after the decimal separator, in the shortest text that represents the number.
  var fractionDigits: Int {
    let text = String(self)
    let parts = text.split(separator: "e")
    let digits = parts[0].split(separator: ".").dropFirst().first.map { $0 == "0" ? 0 : $0.count }
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    return max(0, (digits ?? 0) - exponent)
  }
}
