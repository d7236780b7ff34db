/// The formatting of numbers in tables, which doesn't depend on the language of the system.
package enum Decimals {
  /// Returns a number with commas between thousands, without trailing zeros after the point.
  ///
  /// - Parameter digits: The maximum number of decimal places.
  package static func text(_ value: Double, digits: Int = 0) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "unlimited" }
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    let units = Int((abs(value) * scale).rounded())
    let whole = grouped(units / Int(scale))
    var fraction = String(units % Int(scale) + Int(scale)).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    let sign = value < 0 && units > 0 ? "-" : ""
    return sign + whole + (digits > 0 && !fraction.isEmpty ? "." + fraction : "")
  }

  /// Returns a number that's rounded to two significant digits.
  package static func rough(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15, value != 0 else { return text(value) }
    var step = 1.0
    while abs(value) / step >= 100 { step *= 10 }
    while abs(value) / step < 10, step > 1e-3 { step /= 10 }
    let digits = step < 0.05 ? 2 : step < 0.5 ? 1 : 0
    return text((value / step).rounded() * step, digits: digits)
  }

  /// Returns a size in decimal units.
  package static func size(_ bytes: Double) -> String {
    let units: [(Double, String)] = [(1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")]
    for (unit, name) in units where bytes >= unit {
      return "\(rough(bytes / unit)) \(name)"
    }
    return "\(rough(bytes)) bytes"
  }

  private static func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
