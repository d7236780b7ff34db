import Foundation

/// A range of numbers with about five round values in it.
struct ChartScale {
  /// The largest magnitude of a number in a chart.
  static let limit = 1e100

  private(set) var low: Double
  private(set) var high: Double
  /// The difference between two consecutive round values, which is 1, 2, or 5 times a power of 10.
  private(set) var step: Double

  /// Creates the range between two finite numbers, which is extended if they're almost equal.
  init(_ low: Double, _ high: Double, padding: Double? = nil) {
    let magnitude = max(abs(low), abs(high))
    let isWide = high - low > max(magnitude * 1e-9, 1e-100)
    let space = isWide ? 0 : padding ?? (magnitude > 1e-90 ? magnitude / 2 : 1)
    (self.low, self.high) = (low - space, high + space)
    step = Self.step(self.high - self.low)
  }

  /// The position of a number, from 0 to 1.
  func position(_ value: Double) -> Double { (value - low) / (high - low) }

  private static func step(_ span: Double) -> Double {
    let raw = span / 5
    let power = pow(10, floor(log10(raw)))
    let factor = raw / power
    return power * (factor >= 7.07 ? 10 : factor >= 3.16 ? 5 : factor >= 1.41 ? 2 : 1)
  }

  /// Extends the range to round values.
  mutating func round() {
    (low, high) = (floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step)
  }

  /// Extends the range by a space on both sides.
  mutating func pad(_ space: Double) {
    (low, high) = (low - space, high + space)
    step = Self.step(high - low)
  }

  /// The round values in the range, at most 20.
  var ticks: [Double] {
    let first = ceil(low / step - 1e-6)
    let count = min(floor(high / step + 1e-6) - first, 19)
    guard count >= 0 else { return [] }
    return (0...Int(count)).map { (first + Double($0)) * step }
  }

  /// The texts of the round values in a locale. Large ones are shortened, such as “2M”.
  func texts(in locale: Locale) -> [String] {
    if step >= 100_000 || step < 1e-9 {
      // A number with more than 15 digits is short only in scientific notation.
      let notation: NumberFormatStyleConfiguration.Notation =
        max(abs(low), abs(high)) < 1e15 && step >= 1 ? .compactName : .scientific
      let style = FloatingPointFormatStyle<Double>(locale: locale).notation(notation)
        .precision(.significantDigits(1...4))
      return ticks.map { $0 == 0 ? 0.formatted(.number.locale(locale)) : style.format($0) }
    }
    let digits = max(0, -Int(floor(log10(step) + 1e-9)))
    let style = FloatingPointFormatStyle<Double>(locale: locale)
      .precision(.fractionLength(digits))
    // Zero has no sign.
    return ticks.map { style.format($0 == 0 ? 0 : $0) }
  }
}
