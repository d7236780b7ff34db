extension Int {
  /// Returns the digits of a number that isn't negative, in groups of three.
  func grouped(by separator: Character) -> String {
    var text = ""
    let digits = String(self)
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(separator) }
      text.append(digit)
    }
    return text
  }
}
